"""Updater of the board's marks and the panels: targets, odds, cards."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec.structs import replace as replace_struct

from game.client.battle.approaching import Approaching
from game.client.battle.bar_buttons import (
    buttons_of,
    dangers_of,
    is_end,
    key_of,
    shorts_of,
    unspent,
    why_gone,
)
from game.client.battle.consent import beyond_wall
from game.client.battle.context import BattleContext
from game.client.battle.forecast_notes import notes_of
from game.client.battle.forecasting import Forecast, Forecaster
from game.client.battle.planning import HAND, PLACE, ButtonChoices
from game.client.battle.reasons import why_not
from game.client.battle.telling.intent_marks import intent_marks
from game.client.battle.turn_end import turn_end_points
from game.client.board.objective_marks import icon_of
from game.client.board.overlays import BoardMarks, Danger
from game.client.board.threat_marks import Threats, damage_text
from game.client.board.undo_marks import undone_lines, undone_marks
from game.client.kit.widgets.key_names import key_hint
from game.client.panels.command_buttons import CommandButton
from game.client.panels.forecast_from_tile import TileRow
from game.client.panels.forecast_line import Parts, compared, joined
from game.client.panels.forecast_panel import summed
from game.client.panels.objectives_page import ObjectiveLine
from game.client.panels.odds_numbers import encounters, needs_facts
from game.core.cells import Cell
from game.present.forecast.marks import ForecastMark
from game.present.looking_ahead.tile_outlook import FoeFromTile
from game.present.objectives import OPEN
from game.present.picture import Picture, TileCard, Token
from game.present.question import Choice, Key, Question
from game.terms.commands import End, answer_of

NEEDLESS = ("turn", "deploy")
"""Asks that need no explanation."""
MOST_TOLD = 9
"""Maximum number of answers listed at once."""
HINTED = "threats", "describe", "pin", "help"
"""Actions whose keys are shown when there is nothing else to show."""


class Presenter:
    """Updater of the panels and marks of the battle screen."""

    def __init__(self, seat: BattleContext) -> None:
        self._seat = seat
        self.foresight = Forecaster(seat)
        self.approaching = Approaching(seat)

    def panels(self) -> None:
        """Update the turn queue, the unit bar and the undo button."""
        seat = self._seat
        picture = seat.picture
        seat.queue.show(picture.queue, picture, picture.round)
        self._unit()
        self.buttons()
        steps = seat.sitting.undoable_by(seat.view)
        seat.bar.show_undo(*steps, seat.sitting.is_correctable, beyond_wall(seat))
        seat.log.show_wall(seat.sitting.wall(seat.view) if seat.view is not None else 0)

    def _unit(self) -> None:
        """Update the acting unit in the panels and on the board."""
        seat, token = self._seat, self._seat.actor
        card = seat.card(token.id) if token else None
        seat.board.selected = token.id if token else None
        seat.bar.show_unit(card, token, shorts_of(card), seat.headline())
        self._strip()

    def _strip(self) -> None:
        """Update the strip above the board."""
        seat, has_ways = self._seat, bool(self.approaching.ways)
        planned, pointed = seat.plan.planned, self.pointed() if seat.plan.planned else None
        other = planned.text if planned and pointed not in (None, planned) else ""
        threats = seat.shows_threats or bool(seat.board.marks.threats)
        seat.strip.show(planned is not None, has_ways, threats, other)

    def buttons(self) -> None:
        """Update the buttons, and the hints that name keys."""
        self._strip()
        seat, buttons = self._seat, self._buttons()
        seat.button = min(seat.button, len(buttons))  # after them comes *Undo*
        seat.bar.show(buttons)
        seat.bar.show_cost(seat.plan.planned.pips if seat.plan.planned else ())
        seat.bar.focus(seat.button if seat.focus == "bar" and buttons else None)

    def _buttons(self) -> tuple[CommandButton, ...]:
        """Return the buttons; the end of the turn says what it would waste."""
        seat, token = self._seat, self._seat.actor
        buttons = buttons_of(seat.plan, seat.app)
        if token is None or seat.plan.question is None or seat.sitting.is_held:
            return buttons
        note = unspent(seat.plan, seat.card(token.id), seat.app)
        if not note:
            return buttons
        return tuple(replace(one, brief=note) if is_end(one) else one for one in buttons)

    def marks(self, *, has_page: bool = True) -> None:
        """Update the marks on the board, and if `has_page` the page of the forecast next to it."""
        seat, plan = self._seat, self._seat.plan
        if seat.sitting.is_held:  # the next refresh updates them
            return
        cell = seat.pointed
        self._note(cell)
        seat.board.pointed = cell
        cursor = seat.cursor if seat.focus == "board" else None
        if plan.question is None:
            seat.board.marks = BoardMarks(threats=self._threatened(cell), cursor=cursor)
            self.tell_of(cell)
            return
        if seat.bar.is_at_undo and seat.view is not None:
            self._unit()
            self._undone(seat.view, cursor)
            return
        is_at_button = self._pointed_key() is not None
        choice = self.pointed() or (None if is_at_button else plan.planned)
        foreseen = self.foresight.of(choice) if choice is not None else None
        seat.board.marks = self._marks(choice, foreseen, cursor)
        self._unit()
        if not has_page:
            return
        if choice is not None and foreseen is not None:
            self._foretell(choice, foreseen, choice.who or plan.question.unit)
        elif choice is not None and choice.path and choice.at is not None:
            seat.forecast.show_tile(self._announced(choice, choice.at), self._there(choice))
        elif choice is not None or not self._told_of_button(cell):
            self.tell_of(cell)

    def _announced(self, choice: Choice, end: Cell) -> TileCard:
        """Return the card of a move's end with the move in words, while it has no forecast."""
        tile, said = self._tile(end), [self._title(choice)]
        if self._seat.is_reckoning:
            said.append(self._seat.say("reckoning"))
        return replace_struct(tile, lines=(*said, *tile.lines))

    def _told_of_button(self, cell: Cell | None) -> bool:
        """Show the button pointed at, or else the chosen one; return whether there is one."""
        key, plan = self._pointed_key(), self._seat.plan
        key = key or self._unaimed(cell)
        deed = plan.deed(key) if key else None
        if deed is not None:
            self._deed(deed)
        return deed is not None or (key is not None and self.unavailable(key))

    def unavailable(self, key: Key) -> bool:
        """Show an unavailable button: its facts line, and the reason; return whether it is one."""
        seat, plan = self._seat, self._seat.plan
        one = plan.shut(key) or plan.gone(key)
        name = plan.buttons.get(key)
        if one is not None:
            seat.forecast.show_text(one.label, one.why, one.rule, one.facts)
        elif name is not None and key != HAND:
            seat.forecast.show_text(name.label, why_gone(plan, seat.app, key))
        return one is not None or (name is not None and key != HAND)

    def _note(self, cell: Cell | None) -> None:
        """Note for the lessons that a foe is pointed at."""
        token = self._seat.board.token_at(cell) if cell is not None else None
        if token is not None and token.side != self._seat.view:
            self._seat.lessons.did("point")

    def _undone(self, side: str, cursor: Cell | None) -> None:
        """Show the effect of undo: in words, with the path back and the other tiles that change."""
        seat = self._seat
        told = seat.sitting.undone(side)
        seat.bar.show_undone(undone_lines(told))
        seat.board.marks = undone_marks([one.event for one in told], cursor)

    def _foretell(self, choice: Choice, foreseen: Forecast, unit: str) -> None:
        """Show the forecast of a choice."""
        seat, title = self._seat, self._title(choice)
        notes = notes_of(seat, self.foresight, choice)
        seat.lessons.did("forecast")
        if foreseen.ways:
            told = title, foreseen.ways, seat.picture, unit
            seat.forecast.show_ways(*told, foreseen.assumed, notes)
            return
        at = choice.at if choice.path else None
        goal = seat.sitting.tile(seat.view, at) if at is not None else None
        seat.forecast.show(
            *(title, foreseen.odds, seat.picture, unit, goal),
            *(seat.plan.is_met, foreseen.assumed, notes, self._there(choice)),
            points=self._points(choice, foreseen),
        )

    def _points(self, choice: Choice, foreseen: Forecast) -> tuple[str, ...]:
        """Return what to read last: what the end of a turn means, or what the odds leave out."""
        seat = self._seat
        if not isinstance(choice.command, End):
            return (choice.facts,) if choice.facts and needs_facts(foreseen.odds) else ()
        card = seat.card(seat.plan.question.unit) if seat.plan.question else None
        return turn_end_points(seat.plan, card, seat.picture, seat.app)

    def _there(self, choice: Choice) -> tuple[tuple[TileRow, ...], bool] | None:
        """Return the foes to list for a move's end and whether these are all; None for others.

        A move onto a foe's tile ends in an encounter: nothing is known about what comes after it.
        """
        seat = self._seat
        actor, tokens = seat.actor, seat.picture.tokens
        sides = {one.side for one in tokens if choice.at in one.cells and not one.is_down}
        if not choice.path or seat.plan.is_met or (actor and sides - {actor.side}):
            return None
        found, is_whole = seat.from_tile(choice)
        return tuple(self._row(one) for one in found), is_whole

    def _row(self, foe: FoeFromTile) -> TileRow:
        """Return the row of a foe."""
        seat = self._seat
        token = seat.picture.token(foe.unit)
        title = token.title if token else foe.unit
        if foe.odds is None:
            return TileRow(title, harm=foe.harm, own_cover=foe.own_cover)
        told = summed(foe.odds, seat.picture, seat.board.selected)
        what = told.chance, told.fells, foe.cover, foe.harm, foe.own_cover
        return TileRow(title, foe.label, *what)

    def pointed(self) -> Choice | None:
        """Return the choice pointed at: on the board, or a button's planned or only one."""
        seat, key = self._seat, self._pointed_key()
        if key is None:
            return self._pointed_on_board()
        deed = seat.plan.deed(key)
        if deed is None or seat.plan.planned in deed.choices:
            return seat.plan.planned if deed else None
        return deed.choices[0] if len(deed.choices) == 1 else None

    def _pointed_on_board(self) -> Choice | None:
        """Return the choice on the tile pointed at: the planned one on each tile that it uses."""
        seat, approaching, cell = self._seat, self.approaching, self._seat.pointed
        is_used = cell is not None and (approaching.at(cell) or approaching.is_aim(cell))
        if seat.plan.planned is not None and is_used:
            return seat.plan.planned
        return seat.plan.foreseen(cell) or approaching.foreseen(cell)

    def _pointed_key(self) -> Key | None:
        """Return the key of the button pointed at, or None."""
        return key_of(self._seat.plan, self._seat.pointed_button)

    def _unaimed(self, cell: Cell | None) -> Key | None:
        """Return the chosen button's key if it affects units and none is pointed at, or None."""
        seat, key = self._seat, self._seat.plan.chosen
        token = seat.board.token_at(cell) if cell is not None else None
        is_told = token is not None and token != seat.actor
        deed = seat.plan.deed(key)
        is_aimed = deed is None or all(choice.unit for choice in deed.choices)
        return key if is_aimed and not is_told else None

    def choices(self, question: Question, news: Sequence[str] = ()) -> None:
        """Show a question, then each answer's effects or where the answers are, then `news`."""
        title, seat = question.text, self._seat
        places = list(seat.plan.buttons)  # the list has the order of the buttons
        answers = [choice for choice in question.choices if not choice.path]
        answers.sort(key=lambda one: places.index(one.key) if one.key in places else len(places))
        is_between = all(answer_of(choice.command) for choice in answers)
        ways = self.foresight.each(answers) if is_between and len(answers) == 2 else ()
        is_down = question.takes_items and HAND in seat.plan.buttons and not seat.plan.is_face_up
        hints = [seat.say("hint_hand")] if is_down else []
        hints += [seat.say("hint_asked")] if is_down and len(question.choices) == 1 else []
        if ways:
            seat.forecast.show_ways(title, ways, seat.picture, question.unit, notes=hints)
            return
        rows = [(seat.say("hint_lit"), "")]
        if len(answers) == len(question.choices):
            answers = answers[:MOST_TOLD]
            told = [self._brief(choice) for choice in answers]
            told = compared(told) if question.decline else told
            rows = list(zip(_names_of(answers), map(joined, told), strict=True))
        rows += [(words, "") for words in hints]
        seat.forecast.show_choices(title, rows, news=news)

    def _deed(self, deed: ButtonChoices) -> None:
        """Show the chosen button's description, and its effects on each possible target."""
        token_of = self._seat.picture.token
        choices = deed.choices if all(choice.unit for choice in deed.choices) else []
        named = ((token_of(choice.unit), choice) for choice in choices[:MOST_TOLD])
        rows = [(token.title, joined(self._brief(one, token.id))) for token, one in named if token]
        self._seat.forecast.show_choices(deed.label, rows, deed.facts, deed.about)

    def _brief(self, choice: Choice, named: str | None = None) -> Parts:
        """Return the effects of a choice on one line."""
        seat, plan = self._seat, self._seat.plan
        foreseen = self.foresight.of(choice)
        if foreseen is None or plan.question is None:
            return {}
        told = [one for _, one in foreseen.ways] or [foreseen.odds]
        unit = choice.who or plan.question.unit
        return seat.forecast.brief(told, seat.picture, unit, plan.is_met, named)

    def _marks(
        self, choice: Choice | None, foreseen: Forecast | None, cursor: Cell | None
    ) -> BoardMarks:
        """Return the marks for the current targets, and for `choice` with its forecast."""
        seat, places = self._seat, frozenset(self._seat.plan.places())
        deed, actor = seat.plan.current, seat.actor
        is_walk = deed is not None and (deed.is_walk or deed.verb == PLACE)
        targets = self.approaching.targets() if is_walk else places or seat.plan.picks()
        start = actor.at if actor else None
        at, ways = _aim_of(choice, seat.picture), self.approaching.places()
        stand = self.approaching.place(choice) if choice is not None else None
        is_aimed = choice is not None and not choice.path and stand and at
        move = choice.after or choice if choice is not None else None
        walks = move is not None and move.path
        dangers = self._dangers(move, actor.id) if walks and move and actor else ()
        odds = seat.odds(move) if walks and move else None
        return BoardMarks(
            reach=ways or (places if is_walk else frozenset()),
            targets=frozenset() if ways else targets,
            path=move.path if move is not None else (),
            start=start,
            aim=(stand, at) if is_aimed and stand and at else None,
            dangers=dangers,
            encounters=encounters(odds, seat.picture) if odds is not None else (),
            threats=self._threatened(seat.pointed),
            cursor=cursor,
            area=seat.sitting.area(choice.command) if choice is not None else frozenset(),
            covers=self._covers(choice, at) if is_aimed and choice and at else (),
            forecast=self._changes(choice, foreseen),
            intents=intent_marks(seat, seat.pointed),
        )

    def _changes(
        self, choice: Choice | None, foreseen: Forecast | None
    ) -> tuple[ForecastMark, ...]:
        """Return the marks of a forecast, after those of the move that is made first, if any."""
        if choice is None or foreseen is None:
            return ()
        first = self.foresight.of(choice.after) if choice.after is not None else None
        every = (one.shown for one in (first, foreseen) if one is not None)
        return tuple(mark for odds in every for mark in self._seat.foreseen_marks(odds))

    def _dangers(self, choice: Choice, actor: str) -> tuple[Danger, ...]:
        """Return tiles of a path where a foe may attack or stop a unit, or the ground harms it."""
        known = self._seat.sitting.dangers(choice.command)
        odds = self._seat.odds(choice)
        met = set(encounters(odds, self._seat.picture) if odds is not None else ()) - {*known}
        stops = [stop for stop in dangers_of(odds, actor) if stop.at not in met]
        others = (Danger(at, "!") for at in known if at not in {stop.at for stop in stops})
        return (*stops, *others)

    def _covers(self, choice: Choice, at: Cell) -> tuple[tuple[Cell, str], ...]:
        """Return the cover of a target with the target's tile, for a sign next to the target."""
        odds = self._seat.odds(choice)
        kind = self._seat.sitting.cover(odds) if odds is not None else ""
        return ((at, kind),) if kind else ()

    def _title(self, choice: Choice) -> str:
        """Return the title of a choice, with its cost."""
        seat, what = self._seat, choice.text
        if not (choice.thing is None or choice.is_short or answer_of(choice.command)):
            token = seat.picture.token(choice.unit)
            whom = token.title if token else self._thing_on(choice)
            what = seat.say("on" if whom else "plain", what=choice.label, whom=whom)
        if choice.after is not None:
            return seat.say("after_move" if choice.cost else "after", what=what, cost=choice.cost)
        return seat.say("costs", what=what, cost=choice.cost) if choice.cost else what

    def _thing_on(self, choice: Choice) -> str:
        """Return the name of what a choice may damage on its tile, or ""."""
        seat, at = self._seat, choice.at
        odds = seat.odds(choice) if at is not None and not choice.path else None
        changes = (change for one in (odds.outcomes if odds else ()) for change in one.changes)
        found = {thing.at for change in changes for thing in change.things}
        return seat.sitting.tile(seat.view, at).title if at is not None and at in found else ""

    def _threatened(self, cell: Cell | None) -> Threats:
        """Return all threats if they are shown, or else those of the foe pointed at."""
        seat = self._seat
        token = seat.board.token_at(cell) if cell is not None else None
        if seat.shows_threats and token is not None and self._is_foe(token):
            return seat.threats.one(token.id)
        if seat.shows_threats:
            return self._all_threats()
        actor = seat.actor
        is_here = token is not None and token == actor
        plan = seat.plan
        planned = plan.planned or plan.foreseen(cell) or self.approaching.foreseen(cell)
        is_busy = plan.chosen is not None or planned is not None or not plan.may_walk
        if token is None or not self._is_foe(token) or is_here or is_busy:
            return {}
        return seat.threats.one(token.id)

    def _all_threats(self) -> Threats:
        """Return all threats, except on foes' tiles; nothing until they are found."""
        seat = self._seat
        seat.prepare()
        found = seat.threats.all
        seat.is_reckoning = seat.is_reckoning or found is None
        taken = {cell for one in seat.picture.tokens if self._is_foe(one) for cell in one.cells}
        return {cell: one for cell, one in (found or {}).items() if cell not in taken}

    def _is_foe(self, token: Token) -> bool:
        """Return whether a unit is on a foe's side for this view."""
        return token.side != self._seat.view

    def tell_of(self, cell: Cell | None) -> None:
        """Show the card of the unit on a tile, else the tile's card, else the acting unit's."""
        seat, question = self._seat, self._seat.plan.question
        if seat.sitting.is_held:
            return
        token = seat.board.token_at(cell) if cell is not None else None
        is_asked = question is not None and question.ask not in NEEDLESS
        is_free = token is None and cell is not None and seat.plan.current is None
        if question is not None and is_asked and token in (None, seat.actor) and not is_free:
            self.choices(question)
            return
        if token is None and cell is not None:
            seat.forecast.show_tile(self._tile(cell))
            return
        unit = token.id if token else seat.board.selected
        if unit is not None:
            self.card(unit)

    def _tile(self, cell: Cell) -> TileCard:
        """Return the card of a tile, with its threat if threats are shown."""
        seat = self._seat
        tile, all_ = seat.sitting.tile(seat.view, cell), seat.threats.all
        threat = all_.get(cell) if seat.shows_threats and all_ else None
        whom = seat.picture.token(seat.sitting.threatened_unit(seat.view or ""))
        if threat is None or whom is None:
            return tile
        damage = damage_text(threat.damage)
        said = seat.say("threat", foes=threat.foes, damage=damage, whom=whom.title)
        return replace_struct(tile, lines=(*tile.lines, said))

    def card(self, unit: str) -> None:
        """Show the card of a unit, unless the position is held back."""
        seat = self._seat
        if seat.sitting.is_held:
            return
        card, token = seat.card(unit), seat.picture.token(unit)
        if card is not None and token is not None:
            seat.forecast.show_card(card, token, why_not(seat, token))

    def objectives(self) -> None:
        """Show the objectives of each side with their progress, and the rounds left."""
        seat, overview, picture = self._seat, self._seat.overview, self._seat.picture
        lines = [
            ObjectiveLine(
                icon_of(row),
                seat.sides[row.side].colour,
                seat.say("aim", side=seat.title(row.side), what=row.title),
                row.progress,
                row.state != OPEN,
            )
            for row in picture.objectives
            if row.state == OPEN or row.side == seat.view
        ]
        last = "last_round" if overview.rounds_winner is None else "last_round_won"
        winner = seat.title(overview.rounds_winner or "")
        points = [seat.say(last, rounds=overview.rounds, side=winner)]
        if not lines:
            points.insert(0, seat.say("last_standing"))
        left = seat.say("rounds_left", rounds=picture.rounds_left)
        seat.forecast.show_objectives(seat.say("aims"), left, lines, points, self._hints())

    def _hints(self) -> list[str]:
        """Return hints about keys and the pointer, if they are switched on."""
        app, seat = self._seat.app, self._seat
        if not app.settings.hints or not seat.has_bar:
            return []
        if seat.plan.current is not None and seat.plan.current.verb == PLACE:
            return [seat.say("hint_place")]
        keys = {name: key_hint(app, name) for name in HINTED}
        return [seat.say("hint_point"), seat.say("hint_keys", **keys)]

    def look_at(self, unit: str) -> None:
        """Show a unit's card, and move the camera to the unit."""
        token = self._seat.picture.token(unit)
        if token is not None and token.at is not None:
            self._seat.board.camera.show(token.at)
        self.card(unit)


def _names_of(answers: Sequence[Choice]) -> list[str]:
    """Return the answers in words: by their buttons if items add facts, which the buttons have."""
    labels = [one.label for one in answers]
    has_items = any(getattr(one.command, "item", None) for one in answers)
    is_short = has_items and len(set(labels)) == len(labels)
    return labels if is_short else [one.text for one in answers]


def _aim_of(choice: Choice | None, picture: Picture) -> Cell | None:
    """Return the tile that a choice is aimed at, or None."""
    if choice is None:
        return None
    token = picture.token(choice.unit)
    return token.at if token else choice.at
