package squall.verdict;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.Repeats;
import squall.run.conduct.Fate;
import squall.run.conduct.FaultText;
import squall.run.conduct.Injected;
import squall.run.conduct.Strike;
import squall.scenario.expect.Judgement;

/**
 * A phase that disturbs, or is the control, and what came of it.
 *
 * @param control whether nothing was injected on purpose
 * @param strikes in the order in which they came
 * @param judgements of what was expected; none where it was not carried out as it should have been
 * @param lostWrites acknowledged writes that are lost and belong to this phase; empty where nothing looked, or nothing was injected
 * @param withinNoise figures, by their names in {@code summary.json}, that are no worse than what the controls scored without a fault
 */
public record PhaseOutcome(
        String name,
        boolean control,
        List<StrikeOutcome> strikes,
        List<Judgement> judgements,
        OptionalLong lostWrites,
        List<String> withinNoise) {
    /** How a phase ended; the first that holds. */
    public enum State {
        /** The run ended before or in it. */
        CUT,
        /** A guard forbade it, or the cluster was not well enough. */
        REFUSED,
        /** This cluster has not what it is about. */
        NOT_APPLICABLE,
        /** A fault was not seen to be in effect. */
        VACUOUS,
        /** Work that was asked for failed, or was not done in time. */
        UNFINISHED,
        /** An expectation was not met. */
        MISSED,
        /** Nothing measured what was expected. */
        UNDECIDED,
        /** Everything expected was met. */
        PASSED
    }

    public PhaseOutcome {
        strikes = List.copyOf(strikes);
        judgements = List.copyOf(judgements);
        withinNoise = List.copyOf(withinNoise);
    }

    public State state() {
        State carriedOut = carriedOut(strikes);
        return carriedOut == State.PASSED ? judged() : carriedOut;
    }

    /** Its name, with the fault that stood in for another one. */
    public String label() {
        return FaultText.label(
                name,
                strikes.stream()
                        .flatMap(outcome -> outcome.strike().injections().stream())
                        .map(Injected::fault)
                        .toList());
    }

    /** Why it was not carried out as it should have been, a line each. */
    public List<String> reasons() {
        return fates(strikes)
                .filter(fate -> !(fate instanceof Fate.InEffect))
                .map(Fate::how)
                .distinct()
                .toList();
    }

    /** Where a fault struck more than once: how long it took from each healing; empty if it did not. */
    public Optional<Repeats> repeats() {
        List<Recovery> all =
                strikes.stream().flatMap(StrikeOutcome::fromHealing).toList();
        return all.size() < 2 ? Optional.empty() : Optional.of(Repeats.of(all));
    }

    /** How far the strikes were carried out; {@code PASSED} if wholly. */
    static State carriedOut(List<StrikeOutcome> strikes) {
        if (strikes.isEmpty()
                || strikes.stream().anyMatch(outcome -> outcome.strike().ending() == Strike.End.CUT)) {
            return State.CUT;
        }
        if (fates(strikes).anyMatch(Fate.Refused.class::isInstance)) {
            return State.REFUSED;
        }
        if (fates(strikes).anyMatch(fate -> fate instanceof Fate.WithoutEffect || fate instanceof Fate.Failed)) {
            return State.VACUOUS;
        }
        if (fates(strikes).anyMatch(Fate.Unfinished.class::isInstance)) {
            return State.UNFINISHED;
        }
        return fates(strikes).anyMatch(Fate.InEffect.class::isInstance) ? State.PASSED : State.NOT_APPLICABLE;
    }

    private State judged() {
        if (has(Judgement.Verdict.MISSED)) {
            return State.MISSED;
        }
        return has(Judgement.Verdict.UNDECIDED) ? State.UNDECIDED : State.PASSED;
    }

    private boolean has(Judgement.Verdict verdict) {
        return judgements.stream().anyMatch(judgement -> judgement.verdict() == verdict);
    }

    private static Stream<Fate> fates(List<StrikeOutcome> strikes) {
        return strikes.stream().flatMap(StrikeOutcome::fates);
    }
}
