"""Input on the board and panels of a replay, where you can only look."""

from game.client.battle.board_input import BoardInput
from game.client.battle.context import BattleContext
from game.client.battle.presenter import Presenter
from game.client.kit.inputs import Act, Input, Pointer, Released
from game.client.panels.log_panel import FULL


class ReplayInput(BoardInput):
    """Input from an observer, who looks around and reads the rules."""

    def __init__(self, seat: BattleContext, showing: Presenter) -> None:
        super().__init__(seat, showing)
        self._looks["help"] = self._help

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether it was used."""
        if isinstance(event, Pointer):
            return self._pointed(event)
        if isinstance(event, Released):
            return self.let_up(event)
        return isinstance(event, Act) and self.looked(event)

    def _pointed(self, event: Pointer) -> bool:
        seat = self._seat
        moved = self.moves(event)
        if moved is not None:
            return moved
        unit = seat.queue.heard(event)
        if unit is not None:
            self._showing.look_at(unit)
            return True
        rule = seat.log.heard(event) or seat.forecast.heard(event)
        if rule is not None and rule not in (FULL, seat.forecast.link):
            seat.look_up(rule)
            return True
        if event.kind == "move":
            self.point(event.at)
            seat.board.highlighted = seat.queue.hovered
        elif event.kind == "up" and self._is_click:
            cell = self.point(event.at)
            if cell is not None:
                self._showing.tell_of(cell)
        return True

    def _help(self) -> None:
        """Open the codex at the rule or page under the pointer."""
        seat = self._seat
        rule = seat.tips.at_hand or seat.log.rule_under or seat.forecast.under
        seat.look_up(rule or seat.forecast.at_hand)
