"""How Action is played: its systems in order, its asks, and what else battles need."""

from pathlib import Path

from game.engine.book import Book
from game.rules.action import LEVEL_RULES, events, records, views
from game.rules.action.asks import ASKS
from game.rules.action.asks.reacting import guard_facts
from game.rules.action.combat import (
    applying_effects,
    concentration,
    consequences,
    declaring_attacks,
    dying,
    effect_items,
    effects,
    reactions,
    using_powers,
    walking,
)
from game.rules.action.combat.attacks import LandingAttack
from game.rules.action.facts import FACTS
from game.rules.action.field import searching, stealth, surprise, things_on_tiles, zone_crossing
from game.rules.action.hints import HINTS
from game.rules.action.relations import RELATIONS
from game.rules.action.setup import setup
from game.rules.action.turns import CountingSteps, RefreshingTurn, TurnLapsing
from game.rules.action.units import aftermath, conditions, turn_order
from game.rules.action.units.figures import FEET
from game.systems import (
    damage,
    deployment,
    forced_stops,
    hidden_units,
    initiative,
    loot,
    movement,
    rounds,
    shoving,
    step_reactions,
    turn_upkeep,
)
from game.systems.endings import Conceding, LastStanding
from game.systems.script import triggers
from game.terms.asks import OrderAsk, TurnAsk
from game.terms.readings import read_readings

BOOK = Book(
    level_rules=LEVEL_RULES,
    readings=read_readings(Path(__file__).with_name("readings.toml")),
    parts=(
        *(records.PART, events.PART, views.PART),
        *(effect_items.PART, effects.PART, concentration.PART, dying.PART),
        *(stealth.PART, searching.PART, surprise.PART),
        *(damage.PART, movement.PART, forced_stops.PART, step_reactions.PART, shoving.PART),
        *(rounds.PART, initiative.PART, hidden_units.PART),
        *(loot.PART, turn_upkeep.PART, deployment.PART, triggers.PART),
    ),
    setup=setup,
    # Systems that share an item process it in this order.
    systems=(
        # before the first turn, and the order of turns
        deployment.Deployment(),
        triggers.RoundsEnding(),
        surprise.Surprising(),
        stealth.HidingFromFoes(),
        initiative.RollingForOrder(
            ("ACT-03", "ACT-04"), turn_order.terms, turn_order.contenders, records.TieAsk
        ),
        rounds.TurnOrder("ACT-05", OrderAsk, conditions.is_able),
        zone_crossing.TellingOfClosed(),
        # start of a turn (ALL-03)
        turn_upkeep.Expiry(hidden_units.witnesses),
        turn_upkeep.LastingDamage(),
        turn_upkeep.Hazards(walking.flies),
        dying.CheckingTheDying(),
        zone_crossing.Crossings(),
        RefreshingTurn(),
        # reactions by zones to a whole move, a shot or a crossing
        reactions.Turning("turns", reactions.applies),
        reactions.Withdrawing("shoots", reactions.applies),
        declaring_attacks.Shooting(),
        reactions.Departing("crosses", reactions.applies),
        # a step: hidden units in the path, units left behind, the step and the effects of the tile;
        # readied attacks on the mover
        movement.Walking(walking.gait),
        hidden_units.Stumbling(walking.gait, found=stealth.reveal),
        step_reactions.Reactions("leaves", reactions.applies, is_near=reactions.is_in_reach),
        stealth.Overlooking(),
        movement.Stepping("ACT-06", hidden_units.witnesses, walking.gait, FEET, follows=True),
        forced_stops.Treading(),
        stealth.ComingIntoSight(),
        triggers.WatchingEntrances(stealth.SCRIPT_RULES),
        CountingSteps(),
        reactions.Meeting("comes", reactions.applies, records.Readied),
        stealth.Forgetting(),
        forced_stops.Settling(hidden_units.witnesses),
        step_reactions.OfferingReactions(reactions.applies, reactions.ask),
        # the turn and its end
        rounds.TakingTurns(TurnAsk, conditions.is_able),
        TurnLapsing(),
        rounds.TurnEnding("ACT-06"),
        # attacks: the damage, then other effects
        using_powers.Launching(),
        LandingAttack(),
        applying_effects.AffectingTargets(),
        *effects.IN_ORDER,
        effects.SHOVING,
        searching.Searching(),
        # life and death
        damage.Suffering(hidden_units.witnesses, consequences.lasting_factor),
        damage.Harm(dying.goes_down, hidden_units.witnesses),
        dying.WoundingTheDying(),
        consequences.Breaking(),
        concentration.Keeping(),
        damage.Healing(hidden_units.witnesses),
        dying.Recovering(),
        dying.Falling(),
        consequences.ComingDown(),
        concentration.LosingConcentration(),
        damage.TellingDeaths("ACT-35"),
        loot.DroppingHands("ACT-10"),
        damage.Burial(),
        LastStanding(dying.has_lost),
        dying.LosingHeroes(),
        Conceding(),
        # the level's script, after everything else
        triggers.Handling(),
        triggers.Using(),
        triggers.RecordingDeeds(),
        triggers.WatchingTriggers(stealth.SCRIPT_RULES),
    ),
    asks=ASKS,
    hide=views.hide,
    card=views.card,
    answer_facts=guard_facts,
    readied=views.readied,
    cover=views.cover,
    usable=things_on_tiles.handles,
    queue=rounds.turn_slots,
    present=aftermath.level_keys,
    stats_now=views.stats_now,
    aftermath=aftermath.aftermath,
    rested=aftermath.rested,
    standing=aftermath.hero_standing,
    facts=FACTS,
    relations=RELATIONS,
    hints=HINTS,
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
    blank=Path(__file__).parent / "empty-level.toml",
    road=Path(__file__).parent / "new-campaign",
)
