"""The points of the forecast for ending a turn: what is unused, what lasts, and who is next."""

from collections.abc import Iterator

from game.client.battle.planning import CommandPlan
from game.client.kit.app import App
from game.present.facts_lines import MOVEMENT
from game.present.picture import Card, Picture
from game.terms.texts import titles_text

MOST_NAMED = 6
"""Maximum number of buttons or units named in one point."""
BETWEEN = "; "
"""Separator of names: those of buttons can contain commas."""


def turn_end_points(
    plan: CommandPlan, card: Card | None, picture: Picture, app: App
) -> tuple[str, ...]:
    """Return what the end of a unit's turn means, in sentences."""
    return tuple(_points(plan, card, picture, app))


def _points(plan: CommandPlan, card: Card | None, picture: Picture, app: App) -> Iterator[str]:
    say = app.words.say
    unused, left = _unused(plan, card)
    labels = list(dict.fromkeys(deed.label for deed in plan.unspent()))
    if unused:
        yield say("turn_end", "unused", what=titles_text(unused))
    yield from (say("turn_end", "left", what=one) for one in left)
    if labels and not (unused or left):
        yield say("turn_end", "possible", what=_few(labels, app))
    if card is not None and card.conditions:
        held = (
            say("turn_end", "held", what=one.title, turns=one.turns) if one.turns else one.title
            for one in card.conditions
        )
        yield say("turn_end", "lasting", who=card.title, what=titles_text(list(held)))
    yield from _next(picture, plan, app)


def _unused(plan: CommandPlan, card: Card | None) -> tuple[list[str], list[str]]:
    """Return the parts of the turn that the unit could still spend, and the movement left."""
    costs = {pip.key for deed in plan.unspent() for pip in deed.pips}
    found = [one for one in (card.shorts if card else ()) if one.key in costs]
    whole = [one.label.lower() for one in found if one.value is True]
    left = [f"{one.value} {one.label}" for one in found if one.key == MOVEMENT]
    return whole if whole or left else _costs(plan), left


def _costs(plan: CommandPlan) -> list[str]:
    """Return the unspent costs that the book has a name for, if cards show none of them."""
    found = (deed.choices[0].words.cost_name(pip) for deed in plan.unspent() for pip in deed.pips)
    return [name for name in dict.fromkeys(found) if name]


def _few(names: list[str], app: App) -> str:
    """Return names in one text: the first few, and the number of the others."""
    more = len(names) - MOST_NAMED
    others = [app.words.say("turn_end", "more", count=more)] if more > 0 else []
    return BETWEEN.join((*names[:MOST_NAMED], *others))


def _next(picture: Picture, plan: CommandPlan, app: App) -> Iterator[str]:
    """Yield who acts next, after the beginning of a round if there is one."""
    unit = plan.question.unit if plan.question else None
    own = [n for n, slot in enumerate(picture.queue) if slot.state == "acting"]
    here = next((n for n in own if unit in picture.queue[n].units), None)
    if here is None:
        return
    later = (one for one in picture.queue[here + 1 :] if one.state in ("certain", "open"))
    slot = next(later, None)
    if slot is None:
        return
    if slot.round > picture.queue[here].round:
        yield app.words.say("turn_end", "round", round=slot.round)
    tokens = {token.id: token.title for token in picture.tokens}
    names = list(dict.fromkeys(tokens[id] for id in slot.units if id in tokens))
    if names:
        key = "next_of" if len(names) > 1 else "next"
        yield app.words.say("turn_end", key, who=_few(names, app))
