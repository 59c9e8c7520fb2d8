"""The question in the terminal whether to install a pack, after showing what it holds."""

from typing import NamedTuple, TextIO

from game.workshop.packs.pack_sentences import failure, said


class TerminalConsent(NamedTuple):
    """Where a person is asked, and whether that is needed."""

    out: TextIO
    given: TextIO | None
    """The input; None if there is none."""
    is_given: bool = False
    """Whether every pack is to be installed without a question."""

    def agree(self, lines: list[str]) -> bool:
        """Show the sentences and return whether a person wants to install the pack.

        Raise Failure if nobody can be asked.
        """
        self.out.writelines(f"{line}\n" for line in lines)
        if self.is_given:
            return True
        if self.given is None or not self.given.isatty():
            raise failure("consent", "unasked")
        self.out.write(said("consent", "question") + " ")
        self.out.flush()
        answer = self.given.readline()
        if not answer.endswith("\n"):  # the input has ended
            self.out.write("\n")
        return answer.strip().lower() in said("consent", "yes").split()
