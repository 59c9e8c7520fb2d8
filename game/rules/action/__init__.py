"""Action, the book of the main campaign: 3d6, cover, reactions, spells, zones."""

from pathlib import Path

from msgspec.structs import replace

from game.components.goods import Armed, Hand
from game.components.hiding import Hidden
from game.components.motion import Stride
from game.components.script import Ground
from game.engine.book import API, Book
from game.rules.action import (
    affecting,
    aftermath,
    casting,
    concentration,
    conditions,
    consequences,
    crossing,
    dying,
    effects,
    order,
    reactions,
    records,
    searching,
    shooting,
    stealth,
    surprise,
    views,
    walking,
    workings,
)
from game.rules.action.asks import ASKS
from game.rules.action.attacks import Landing
from game.rules.action.events import EVENTS
from game.rules.action.figures import FEET, grown
from game.rules.action.hints import HINTS
from game.rules.action.level_lints import ways_by_link
from game.rules.action.lints import LINTS
from game.rules.action.schema import SCHEMA
from game.rules.action.setup import setup
from game.rules.action.turns import Fresh, Lapsing, Running
from game.systems import (
    deployment,
    footing,
    harm,
    initiative,
    items,
    loot,
    movement,
    opportunity,
    rounds,
    script,
    shoving,
    unseen,
    upkeep,
)
from game.systems.endings import Conceding, LastStanding
from game.terms.field_events import FIELD
from game.terms.readings import read_readings
from game.terms.script_events import SCRIPT

BOOK = Book(
    id="action",
    api=API,
    readings=read_readings(Path(__file__).with_name("readings.toml")),
    title="Action",
    schema=replace(SCHEMA, final=grown, joined=ways_by_link),
    records=(
        *records.RECORDS,
        *workings.RECORDS,
        *concentration.RECORDS,
        *effects.RECORDS,
        *dying.RECORDS,
        *stealth.RECORDS,
        *searching.RECORDS,
        *surprise.RECORDS,
        *(
            *deployment.RECORDS,
            *footing.RECORDS,
            *harm.RECORDS,
            *initiative.RECORDS,
            *loot.RECORDS,
            *movement.RECORDS,
            *opportunity.RECORDS,
            *rounds.RECORDS,
            *script.RECORDS,
            *shoving.RECORDS,
            *unseen.RECORDS,
            *upkeep.RECORDS,
        ),
        *(Armed, Hand, items.Consumed),
    ),
    setup=setup,
    # Systems that share an item act on it in the order in which they stand here.
    systems=(
        # before the first turn, and the order of turns
        deployment.Deployment(),
        script.RoundsEnding(),
        surprise.Surprising(),
        stealth.Sneaking(),
        initiative.RollingForOrder(
            ("ACT-03", "ACT-04"), order.terms, order.contenders, records.TieAsk
        ),
        rounds.TurnOrder("ACT-05", records.OrderAsk, conditions.is_able),
        crossing.TellingOfClosed(),
        # the start of a turn (ALL-03)
        upkeep.Expiry(unseen.witnesses),
        upkeep.LastingDamage(),
        upkeep.Hazards(walking.flies),
        dying.CheckingTheDying(),
        crossing.Crossings(),
        Fresh(),
        # what comes before a whole walk, a shot or a crossing by zones
        reactions.Turning("turns", reactions.applies),
        reactions.Withdrawing("shoots", reactions.applies),
        shooting.Shooting(),
        reactions.Departing("crosses", reactions.applies),
        # a step: who is in the way unseen, who is left, the step and what entering sets off; who
        # waits for one that was made
        movement.Walking(walking.gait),
        unseen.Stumbling(walking.gait, found=stealth.found),
        opportunity.Reactions("leaves", reactions.applies),
        stealth.Overlooking(),
        movement.Stepping("ACT-06", unseen.witnesses, walking.gait, FEET, follows=True),
        footing.Treading(),
        stealth.Showing(),
        script.WatchingEntrances(),
        Running(),
        reactions.Meeting("comes", reactions.applies, records.Readied),
        stealth.Forgetting(),
        footing.Settling(unseen.witnesses),
        opportunity.Offering(reactions.applies, reactions.ask),
        # the turn and its end
        rounds.TakingTurns(records.TurnAsk, conditions.is_able),
        Lapsing(),
        rounds.TurnEnding("ACT-06"),
        # attacks: the damage, then what else they do
        casting.Launching(),
        Landing(),
        affecting.Affecting(),
        *effects.IN_ORDER,
        effects.SHOVING,
        searching.Searching(),
        # life and death
        harm.Suffering(unseen.witnesses, consequences.lasting_factor),
        harm.Harm(dying.goes_down, unseen.witnesses),
        dying.WoundingTheDying(),
        consequences.Breaking(),
        concentration.Keeping(),
        harm.Healing(unseen.witnesses),
        dying.Recovering(),
        dying.Falling(),
        consequences.ComingDown(),
        concentration.Failing(),
        harm.Dying("ACT-35"),
        loot.DroppingHands("ACT-10"),
        harm.Burial(),
        LastStanding(dying.has_lost),
        dying.LosingHeroes(),
        Conceding(),
        # what the level makes happen by itself, after all else
        script.Handling(),
        script.Using(),
        script.Watching(),
    ),
    asks=ASKS,
    events=(*FIELD, *SCRIPT, *EVENTS),
    hide=views.hide,
    card=views.card,
    readied=views.readied,
    queue=rounds.turn_slots,
    describe={
        Stride: views.describe_stride,
        records.Economy: views.describe_economy,
        records.Focus: views.describe_focus,
        records.Dying: views.describe_dying,
        records.Disengaged: views.flag("disengaged"),
        records.Readied: views.flag("readied"),
        records.Concentrating: views.flag("concentrating"),
        records.Stealth: views.describe_stealth,
        Hidden: views.flag("hidden"),
        records.Wrecks: views.describe_wrecks,
        Ground: views.describe_ground,
    },
    present=aftermath.present,
    aftermath=aftermath.aftermath,
    rested=aftermath.rested,
    standing=aftermath.standing,
    hints=HINTS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
    road=Path(__file__).parent / "new-campaign",
)
