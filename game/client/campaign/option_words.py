"""The words for an option of a choice: everything that it gives, built from the data."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.campaign.journey import Journey
from game.campaign.screen_values import BattleChange, OptionShown
from game.present.facts_lines import FactsLines
from game.terms.texts import titles_text

if TYPE_CHECKING:
    from game.client.kit.app import App


class OptionWords:
    """Sentences about options, for one journey."""

    def __init__(self, app: "App", journey: Journey) -> None:
        self._app, self._journey = app, journey
        self._lines = FactsLines.of_book(journey.book)

    def _say(self, key: str, **values: object) -> str:
        return self._app.words.say("choosing", key, **values)

    def facts(self, option: OptionShown) -> str:
        """Return all that an option gives, a line for each part."""
        return "\n".join(self._parts(option))

    def _parts(self, option: OptionShown) -> Iterator[str]:
        if option.rest:
            yield self._say("rest")
        if option.gain is not None:
            facts = self._lines.text(option.gain.facts)
            yield self._say(self._for_whom(option), facts=facts, hero=self._hero(option))
        for id in option.things:
            yield self._say("thing", thing=self._journey.title(id), facts=self._lines.thing(id))
        for id, count in Counter(option.finds).items():
            key = "find" if count == 1 else "finds"
            title, facts = self._journey.title(id), self._lines.thing(id)
            yield self._say(key, thing=title, count=count, facts=facts)
        for change in option.changes:
            yield from self._change(change)
        for text in option.opens:
            yield self._say("opens", path=text)
        if option.is_told:
            yield self._say("told")

    def _for_whom(self, option: OptionShown) -> str:
        if option.everyone:
            return "for_all"
        return "for_hero" if len(option.heroes) == 1 else "for_one"

    def _hero(self, option: OptionShown) -> str:
        heroes = self._journey.campaign.heroes
        return heroes[option.heroes[0]].title if option.heroes else ""

    def _change(self, change: BattleChange) -> Iterator[str]:
        """Yield the changes to a later battle."""
        changed = change.changed
        for key, units in (
            ("without", changed.without),
            ("more", changed.more),
            ("other", changed.other),
        ):
            if units:
                yield self._say(key, stop=change.stop, units=titles_text(units))

    def sign(self, option: OptionShown) -> str:
        """Return the icon of an option: its own, or of the first thing that it gives."""
        if option.icon and (name := self._app.art.icon([option.icon])):
            return f"icons/{name}"
        if option.rest:
            return "icons/campfire"
        for id in (*option.things, *option.finds):
            if name := self._app.art.icon(self._lines.icons(id)):
                return f"icons/{name}"
        return "icons/flag" if option.changes or option.opens else "icons/star"
