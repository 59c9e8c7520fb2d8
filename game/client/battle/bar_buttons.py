"""Buttons and marks of the battle screen, derived from questions, odds and cards."""

from dataclasses import replace

from game.client.battle.planning import ENDS, HAND, PLAIN, ButtonChoices, ButtonName, CommandPlan
from game.client.board.overlays import Danger
from game.client.kit.app import App
from game.client.kit.widgets.key_names import key_hint
from game.client.panels.command_buttons import CommandButton
from game.present.battle_sentences import ShortStat
from game.present.picture import Card
from game.present.question import Key, Shut
from game.present.thing_icons import PLAIN as PLAIN_ICON
from game.present.thing_icons import CommandSign
from game.terms.odds import Odds


def button_id(key: Key) -> str:
    """Return the id of the button with this key."""
    return f"{key[0]}:{key[1]}" if key[1] else key[0]


def key_of(plan: CommandPlan, id: str | None) -> Key | None:
    """Return the key of a question's button by its id, or None if it has no such button."""
    return next((key for key in plan.buttons if button_id(key) == id), None)


def buttons_of(plan: CommandPlan, app: App) -> tuple[CommandButton, ...]:
    """Return a question's buttons, each in its place, with the end of the turn last."""
    found = [_button(plan, app, key, name) for key, name in plan.buttons.items()]
    found.sort(key=is_end)
    return tuple(_keyed(app, button, n) for n, button in enumerate(found, 1))


def _button(plan: CommandPlan, app: App, key: Key, name: ButtonName) -> CommandButton:
    """Return the button of a command, whether or not it is available."""
    if key == HAND:
        return _hand(plan, app, name.label)
    deed, shut = plan.deed(key), plan.shut(key) or plan.gone(key)
    icon, mark = images_of(app, key[0], name.sign)
    if deed is not None:
        return CommandButton(
            button_id(key),
            deed.label,
            icon,
            mark=mark,
            is_selected=_is_lit(plan, deed),
            pips=deed.pips,
            brief=deed.choices[0].instead,
            face=plan.face_of(deed),
            facts=deed.facts or (deed.choices[0].text if deed.is_plain else ""),
            about=deed.about,
        )
    if shut is None:
        why = why_gone(plan, app, key)
        brief = app.words.say("bar", "no_danger")
        told = button_id(key), name.label, icon
        return CommandButton(*told, mark=mark, is_open=False, brief=brief, why=why)
    return CommandButton(
        button_id(key),
        shut.label,
        icon,
        mark=mark,
        is_open=_is_lit(plan, shut),  # a move makes it available
        is_selected=_is_lit(plan, shut),
        pips=shut.pips,
        brief=shut.brief or app.words.say("bar", "not_now"),
        why=shut.why,
        facts=shut.facts,
    )


def why_gone(plan: CommandPlan, app: App, key: Key) -> str:
    """Return why a button without a refusal is unavailable: no path is a variant of its kind."""
    plain = plan.buttons.get((key[0], None), plan.buttons[key])
    return app.words.say("bar", "gone", what=plain.label)


def _hand(plan: CommandPlan, app: App, label: str) -> CommandButton:
    """Return the button that turns the hand over."""
    held = key_hint(app, "hand")
    facts = app.words.say("bar", "hand_held" if held else "hand", cap=held)
    about = app.words.say("bar", "hand_about")
    return CommandButton(
        "hand", label, "hand", is_selected=plan.is_face_up, facts=facts, about=about
    )


def _is_lit(plan: CommandPlan, one: ButtonChoices | Shut) -> bool:
    """Return whether a button is highlighted: it is chosen or planned, or is the default."""
    if plan.planned is not None:
        return one.key == (plan.chosen or plan.planned.key)
    return plan.chosen == one.key or (plan.chosen is None and one is plan.current)


def is_end(button: CommandButton) -> bool:
    """Return whether a button ends the turn. Such buttons are on the right."""
    return button.id.split(":")[0] in ENDS


def _keyed(app: App, button: CommandButton, n: int) -> CommandButton:
    """Return the button with a key hint: for slot `n`, or for the end of the turn."""
    named = {button_id(HAND): "hand"} | ({button.id: "end"} if is_end(button) else {})
    return replace(button, key=key_hint(app, named.get(button.id, f"slot_{n}")))


def images_of(app: App, verb: str, sign: CommandSign) -> tuple[str, str]:
    """Return the names of a button's icon and of its mark, or "" without a mark.

    Without an icon of its own, a button has that of its verb.
    """
    found = app.art.icon(sign.icons)
    return found or app.art.icon((verb,)) or PLAIN_ICON, app.art.icon(sign.marks)


def shorts_of(card: Card | None) -> tuple[ShortStat, ...]:
    """Return the stats to show next to a unit's portrait, with a value as part of its label."""
    return tuple(
        one
        if isinstance(one.value, bool)
        else ShortStat(one.key, f"{one.value} {one.label}".strip(), "")
        for one in (card.shorts if card else ())
    )


def unspent(plan: CommandPlan, card: Card | None, app: App) -> str:
    """Return in words what the unit could still spend on commands in this turn, or "".

    That is the first part of the turn that is whole, such as the action, or else an amount. A part
    that isn't among the unit's stats goes by the command that would spend it.
    """
    costs = {pip.key for deed in plan.unspent() for pip in deed.pips}
    found = [one for one in (card.shorts if card else ()) if one.key in costs]
    whole = next((one.label.lower() for one in found if one.value is True), "")
    amounts = (f"{one.value} {one.label}" for one in found if not isinstance(one.value, bool))
    if not (whole or found):
        whole = next((deed.label.partition(":")[0].lower() for deed in plan.unspent()), "")
    return app.words.say("bar", "left", what=whole) if whole else next(amounts, "")


def stops_of(odds: Odds) -> tuple[str, ...]:
    """Return the asks that the outcomes lead to, likeliest first, except the unit's own turn."""
    found: dict[str, int] = {}
    for one in odds.outcomes:
        if one.then is not None and one.then != PLAIN:
            found[one.then] = found.get(one.then, 0) + one.weight
    return tuple(sorted(found, key=lambda ask: (-found[ask], ask)))


def is_held_up(odds: Odds | None) -> bool:
    """Return whether another choice always comes before a command has any effect."""
    return odds is not None and all(one.then and not one.changes for one in odds.outcomes)


def dangers_of(odds: Odds | None, unit: str) -> tuple[Danger, ...]:
    """Return the tiles of a path where a foe may attack, with the chance of each."""
    if odds is None:
        return ()
    found = []
    for chance in odds.outcomes:
        if chance.then is None:
            continue
        at = next((one.at for one in chance.changes if one.unit == unit and one.at), None)
        if at is not None:
            share = chance.weight / odds.of
            words = "!" if share >= 1 else f"{share:.0%}"
            found.append(Danger(at, words))
    return tuple(found)
