"""The sentences of a battle."""

from game.engine.battle import Battle
from game.present.battle_sentences import PARTS, SUMS, BattleSentences
from game.present.shown_events import is_said_again, shown
from game.present.terminal_lines import Teller
from game.rules.action.events import DyingChecked, PowerUsed
from game.rules.registry import find_books
from game.terms.agenda import DrawAsk
from game.terms.board_events import Matched
from game.terms.changes import ChangedTile, TilesFact
from game.terms.commands import Answer, End, Lay, Move, Use
from game.terms.events import (
    COMMON,
    Attacked,
    BattleOver,
    ConditionGained,
    Damaged,
    DiceRolled,
    Healed,
    ItemUsed,
    RoundStarted,
    name_of,
)
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.terms.texts import Texts
from tests.books.fake import BOOK, Strike, Whispered
from tests.rules.contest.duel import level

NAMES = {"red.ann": "Ann", "blue.bo": "Bo", "red": "Red", "salve": "Salve"}
WORDS = BattleSentences(BOOK, NAMES)
CONTEST = find_books().books["contest"]


def test_every_common_event_has_a_sentence() -> None:
    assert [name_of(kind) for kind in COMMON if not WORDS.texts.has("event", name_of(kind))] == []


def test_every_field_of_a_common_sentence_belongs_to_its_event() -> None:
    for kind in COMMON:
        fields = WORDS.texts.fields("event", name_of(kind))
        assert set(fields) <= {*kind.__struct_fields__, *PARTS, *SUMS}, name_of(kind)


def test_ids_become_titles_and_keys_their_entries() -> None:
    event = Damaged(unit="red.ann", amount=2, left=3, cause="blow")
    assert WORDS.event(event) == "Ann takes 2 damage from a blow (3 life left)"
    assert WORDS.event(Whispered(unit="blue.bo", word="hush")) == "Bo whispers hush"


def test_missing_field_has_its_own_sentence() -> None:
    assert WORDS.event(ItemUsed(unit="red.ann", item="salve")) == "Ann uses Salve"
    assert WORDS.event(DiceRolled(why="damage", roll="1d6", value=3)) == "1d6 for damage: 3"
    over = BattleOver(winner=None, reason="round_limit", rounds=9)
    assert WORDS.event(over) == "The battle is a draw: the last round is over"


def test_modifier_is_shown_by_its_entry_or_its_key() -> None:
    assert WORDS.modifier("thick_fog") == "thick fog"
    assert WORDS.modifier("salve") == "Salve"
    own = BattleSentences(CONTEST, {})
    assert own.modifier("rival_balance") == "a foe's balance"
    event = DiceRolled(
        why="hold", roll="1d6", value=3, modifiers=(Modifier("balance", -2, "CON-09"),)
    )
    assert own.event(event) == "1d6 to hold a foe: 1 (3, −2 balance)"


def rolled(dice: str, *modifiers: Modifier) -> str:
    return WORDS.event(
        DiceRolled(why="damage", roll=dice, value=9, unit="red.ann", modifiers=modifiers)
    )


def test_modifier_without_a_number_is_a_reason() -> None:
    far, prone = Modifier("long_range", 0), Modifier("target prone", 0)
    assert rolled("3d6", far) == "Ann rolls 3d6 for damage: 9 (because of long range)"
    both = rolled("3d6", far, Modifier("strength", 2), prone, far)
    assert (
        both
        == "Ann rolls 3d6 for damage: 11 (9, +2 strength, because of long range and target prone)"
    )
    three = rolled("3d6", far, prone, Modifier("dark", 0))
    assert three == "Ann rolls 3d6 for damage: 9 (because of long range, target prone and dark)"


def test_kept_dice_are_in_words() -> None:
    assert rolled("4d6kh3") == "Ann rolls the best 3 of 4d6 for damage: 9"
    assert rolled("1d4+4d6kl3+1") == "Ann rolls 1d4+the worst 3 of 4d6, +1 for damage: 9"
    said = WORDS.say("roll", dice="4d6kl3", why="damage", unit="red.ann", cause=None)
    assert said == "Ann: roll the worst 3 of 4d6 for damage"
    assert rolled("4d6s") == "Ann rolls 4 dice for damage: 9"
    assert rolled("1d6s") == "Ann rolls 1 die for damage: 9"


def test_counted_noun_is_singular_or_plural() -> None:
    texts = Texts({"event": {"hit": "{n:six|sixes}, {n:+} and {n:|that|those}"}})
    said = [texts.say("event", "hit", {}, n=n) for n in (0, 1, 2)]
    assert said == ["0 sixes, +0 and those", "1 six, +1 and that", "2 sixes, +2 and those"]


def test_verb_with_one_of_its_things_can_have_its_own_name() -> None:
    words = BattleSentences(find_books().books["verdigris"], {"hanger": "Hanger"})
    assert words.deed("called", ["hanger", "trip"]) == "Trip: Hanger"
    assert words.deed("called", ["hanger"]) == "Called shot: Hanger"


def test_ask_after_an_outcome_is_in_words() -> None:
    words = BattleSentences(find_books().books["verdigris"], {})
    assert words.then("free") == "then: a foe may make a free attack"
    assert WORDS.then("some_ask") == "then: some ask"


def test_answer_that_is_a_thing_is_shown_by_its_title() -> None:
    assert WORDS.command(Answer("red.ann", "salve")) == "Salve"
    assert WORDS.command(Answer("red.ann", "no")) == "No"


def test_ask_without_an_entry_names_the_unit() -> None:
    ask = DrawAsk("red", Entity(2))
    assert WORDS.ask(ask, {2: "red.ann"}.get) == "Does Red accept a draw?"
    bare = BattleSentences(BOOK, NAMES)
    bare.texts = Texts({"say": {"ask": "{unit} must choose"}})
    assert bare.ask(ask, {2: "red.ann"}.get) == "Ann must choose"


def test_commands_are_in_words() -> None:
    assert WORDS.command(Move("red.ann", ((1, 2), (3, 4)))) == "Move to (3, 4)"
    assert WORDS.command(Use("red.ann", "salve")) == "Use Salve"
    assert WORDS.command(Use("red.ann", "salve", "blue.bo")) == "Use Salve on Bo"
    assert WORDS.command(Lay("red.ann", "salve")) == "Set Salve here as a trap"
    assert WORDS.command(Strike("red.ann", "blue.bo")) == "Strike Bo"
    assert WORDS.command(End("red.ann")) == "End turn"


def test_name_without_a_sentence_is_shown_plainly() -> None:
    bare = BattleSentences(BOOK, {})
    bare.texts = Texts()
    assert bare.command(End("red.ann")) == "end red.ann"
    assert bare.event(Whispered(unit="blue.bo", word="hush")) == "Whispered"
    assert WORDS.command(Move("red.ann", ())) == "move red.ann"


def test_stat_of_one_has_a_singular_name() -> None:
    own = BattleSentences(find_books().books["verdigris"], {})
    assert list(own.shorts({"wounds": 1})) == [("wounds", "wound left", "1")]
    assert list(own.shorts({"wounds": 2, "stress": 1})) == [
        ("stress", "stress", "1"),
        ("wounds", "wounds left", "2"),
    ]


def test_button_names_a_zone_by_its_name() -> None:
    book = find_books().books["action"]
    words = BattleSentences(book, NAMES | {"zone w": "the warehouse"})
    assert words.deed("cross", ("w",)) == "Cross: The warehouse"


def test_flag_is_shown_as_a_word_and_only_while_true() -> None:
    own = BattleSentences(find_books().books["guard"], {})
    assert list(own.shorts({"focus": 2, "outnumbered": True})) == [
        ("focus", "focus", "2"),
        ("outnumbered", "outnumbered", ""),
    ]
    assert list(own.shorts({"outnumbered": False})) == []


def test_title_has_a_small_article_after_an_abbreviation() -> None:
    book, names = find_books().books["etiquette"], {"red.ann": "The guest", "blue.bo": "The usher"}
    told = Matched(unit="red.ann", target="blue.bo", own=(4,), other=(1,), beaten=1)
    sentence = "The guest's 4 vs. the usher's 1: 1 pair won"
    assert BattleSentences(book, names).event(told) == sentence


def test_two_faces_of_dice_are_not_shown_as_a_tile() -> None:
    book = find_books().books["etiquette"]
    told = Matched(unit="red.ann", target="blue.bo", own=(4, 2), other=(6, 3), beaten=0)
    assert BattleSentences(book, NAMES).event(told) == "Ann's 4, 2 vs. Bo's 6, 3: 0 pairs won"


def test_title_with_a_colon_does_not_cut_a_heading() -> None:
    names = NAMES | {"red.ann": "Ann: the elder"}
    event = DiceRolled(
        why="damage", roll="1d6", value=3, unit="red.ann", modifiers=(Modifier("edge", 2),)
    )
    told = shown(BattleSentences(CONTEST, names), 1, event)
    assert told.heading == "Ann: the elder rolls 1d6 for damage"
    assert told.text.startswith(f"{told.heading}: 5 (3, ")
    assert (told.total, [one.value for one in told.modifiers]) == (5, [2])
    begun = RoundStarted(round=2, order=("red.ann", "blue.bo"))
    told = shown(BattleSentences(CONTEST, names), 2, begun)
    assert (told.heading, told.outcome) == ("Round 2", "Ann: the elder, Bo")


ACTION = BattleSentences(find_books().books["action"], NAMES | {"flask": "Fire flask"})


def test_damage_says_what_reduces_it() -> None:
    event = Damaged(
        unit="red.ann",
        amount=2,
        left=3,
        cause="flask",
        parts=(Modifier("saved", 0, "ACT-38"), Modifier("half", 0, "ACT-34")),
    )
    assert ACTION.event(event) == (
        "Ann takes 2 damage from Fire flask (3 life left): halved by the save, halved by resistance"
    )
    parts = Modifier("salve", 2, "VER-29"), Modifier("withstood", -1, "VER-09")
    verdigris = BattleSentences(find_books().books["verdigris"], NAMES)
    event = Damaged(unit="red.ann", amount=1, left=3, cause="salve", parts=parts)
    assert verdigris.event(event).endswith("(3 life left): +2 Salve, −1 withstood")


def test_damage_is_told_whole_although_less_life_was_left() -> None:
    event = Damaged(unit="red.ann", amount=2, left=0, cause="flask", dealt=9)
    assert ACTION.event(event) == "Ann takes 9 damage from Fire flask (0 life left)"


def test_own_conditions_are_commands_in_the_log() -> None:
    def gained(condition: str, rule: str) -> ConditionGained:
        return ConditionGained(unit="red.ann", condition=condition, value=0, turns=1, rule=rule)

    defends, drops = gained("defending", "ACT-11"), gained("prone", "ACT-26")
    assert ACTION.event(defends) == "Ann defends until Ann's next turn"
    assert ACTION.event(drops) == "Ann drops prone"
    assert [ACTION.is_deed(one) for one in (defends, drops)] == [True, True]
    assert not ACTION.is_deed(gained("prone", "ACT-36"))


def test_use_and_attack_of_a_power_are_one_line() -> None:
    used = PowerUsed(unit="red.ann", power="dart", target="blue.bo")
    attacked = Attacked(unit="red.ann", target="blue.bo", weapon="dart")
    assert is_said_again(used, attacked)
    assert not is_said_again(used, Attacked(unit="red.ann", target="blue.bo", weapon="sword"))
    assert not is_said_again(attacked, attacked)


def test_checks_of_the_dying_have_dice_and_hits_have_none() -> None:
    checked = DyingChecked(unit="red.ann", successes=1, failures=2, dice=(3, 3, 3))
    assert ACTION.event(checked) == "Ann checks for death: 1 success, 2 failures"
    hit = DyingChecked(unit="red.ann", successes=0, failures=1)
    assert ACTION.event(hit) == "Ann is hit while dying: 0 successes, 1 failure"


def test_terminal_tells_no_events_and_repeated_ones_once() -> None:
    battle = Battle.start(CONTEST, level("ab"))
    teller = Teller(battle)
    assert list(teller.lines(())) == []
    used = PowerUsed(unit="red.a", power="dart", target="blue.b")
    attacked = Attacked(unit="red.a", target="blue.b", weapon="dart")
    assert list(teller.lines((used, attacked))) == ["  A attacks B with dart."]


def test_healing_says_if_full_life_cut_it() -> None:
    words = BattleSentences(find_books().books["contest"], {"red.ann": "Ann"})
    whole, cut = (Healed(unit="red.ann", amount=2, left=8, whole=of) for of in (None, 5))
    assert words.event(whole) == "Ann heals 2 (8 life)"
    assert words.event(cut) == "Ann heals 2 of 5: full life (8 life)"


def test_change_of_ground_names_what_it_becomes() -> None:
    words = BattleSentences(find_books().books["action"], {"fire": "Fire"})
    fact = TilesFact("ground", (ChangedTile((1, 0), "fire"), ChangedTile((2, 0), "fire")))
    assert words.change(None, fact) == "the ground becomes: Fire"
