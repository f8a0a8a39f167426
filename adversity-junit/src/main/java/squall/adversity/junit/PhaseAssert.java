package squall.adversity.junit;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.CorruptionVerdict;
import squall.verdict.PhaseState;

/**
 * Assertions about a phase; they apply to each of its injections. They also apply if the client was overloaded: its own delay makes each of
 * these figures worse, never better.
 */
public final class PhaseAssert extends AbstractAssert<PhaseAssert, String> {
    private static final Set<PhaseState> NOT_CARRIED_OUT = EnumSet.of(
            PhaseState.CUT, PhaseState.REFUSED, PhaseState.NOT_APPLICABLE, PhaseState.VACUOUS, PhaseState.UNFINISHED);

    /** States of phases that met what was expected of them: not coming back misses nothing unless it is expected. */
    private static final Set<PhaseState> MET = EnumSet.of(PhaseState.PASSED, PhaseState.NOT_BACK);

    private final RunAssert run;
    private final AdversitySummary.PhaseSummary phase;

    /** @throws AssertionError if the phase was not carried out: then nothing is known of it */
    PhaseAssert(RunAssert run, AdversitySummary.PhaseSummary phase) {
        super(phase.name(), PhaseAssert.class);
        this.run = run;
        this.phase = phase;
        if (NOT_CARRIED_OUT.contains(phase.state())) {
            throw failure("phase '%s' is %s: %s", phase.name(), state(), phase.reasons());
        }
    }

    /** Verifies the time from healing to the baseline, by the scenario's rule. */
    public PhaseAssert recoversWithin(long limit, TimeUnit unit) {
        return recoversWithin(Duration.of(limit, unit.toChronoUnit()));
    }

    /** Verifies the time from healing to the baseline, by the scenario's rule. */
    public PhaseAssert recoversWithin(Duration limit) {
        for (GroupImpact group : phase.injectionGroups()) {
            Optional<TimeBack> back = AdversitySummary.WayBack.of(group).fromHealing();
            OptionalDouble after = back.map(TimeBack::afterS).orElse(OptionalDouble.empty());
            if (!(after.isPresent() && after.getAsDouble() <= seconds(limit))) {
                throw failure("'%s' must recover within %s s, but %s", group.name(), seconds(limit), recovery(back));
            }
        }
        return this;
    }

    /** Verifies the outage of the worst lane; the scenario needs the probe {@code lanes}. */
    public PhaseAssert isUnavailableAtMost(Duration limit) {
        double most = seconds(limit);
        return each(
                group -> group.lanes()
                        .map(AdversitySummary.LanesSummary::unavailableMaxS)
                        .orElse(OptionalDouble.empty()),
                found -> found <= most,
                "at most " + most + " seconds without success in the worst lane");
    }

    /** Operations answered well and in time, of all that were due. */
    public PhaseAssert isAvailableAtLeast(double share) {
        return each(
                GroupImpact::availability,
                found -> found >= share,
                "at least " + share + " of the due operations completed in time");
    }

    /** Verifies the share of the baseline's goodput that remained while the fault was in effect. */
    public PhaseAssert keepsGoodputOf(double share) {
        return each(
                GroupImpact::goodputShare, found -> found >= share, "at least " + share + " of the baseline's goodput");
    }

    /** Verifies the scenario's own expectations of the phase. */
    public PhaseAssert meetsExpectations() {
        if (!MET.contains(phase.state())) {
            String judged = Stream.concat(
                            phase.reasons().stream(),
                            phase.expectations().stream()
                                    .map(each ->
                                            each.measure() + " must be " + each.wanted() + ", was " + each.found()))
                    .collect(Collectors.joining("; "));
            throw failure("phase '%s' is %s: %s", phase.name(), state(), judged);
        }
        return this;
    }

    /** Verifies the same as {@link RunAssert#losesNothing}: lost writes are known only at the end of the run. */
    public PhaseAssert losesNothing() {
        run.losesNothing();
        return this;
    }

    /** Verifies that the database detected what the phase corrupted, and that no check found a wrong answer that it gave as ok. */
    public PhaseAssert detectsCorruption() {
        String found = phase.corruption().map(CorruptionVerdict::text).orElse("the phase corrupts nothing");
        if (phase.corruption()
                .filter(corruption -> corruption.finding() == CorruptionVerdict.Finding.DETECTED)
                .isEmpty()) {
            throw failure("phase '%s' must have its corruption detected, but: %s", phase.name(), found);
        }
        return this;
    }

    /** Returns assertions about another phase of the same run. */
    public PhaseAssert phase(String name) {
        return run.phase(name);
    }

    /** @param wanted the bound, with what it is of */
    private PhaseAssert each(Function<GroupImpact, OptionalDouble> figure, DoublePredicate met, String wanted) {
        for (GroupImpact group : phase.injectionGroups()) {
            OptionalDouble found = figure.apply(group);
            if (!(found.isPresent() && met.test(found.getAsDouble()))) {
                throw failure("'%s' must have %s, not %s", group.name(), wanted, shown(found));
            }
        }
        return this;
    }

    /** Returns the state as files have it. */
    private String state() {
        return phase.state().name().toLowerCase(Locale.ROOT);
    }

    private static String recovery(Optional<TimeBack> back) {
        if (back.isPresent() && back.get().open()) {
            return "had not recovered after " + back.get().seconds() + " s"
                    + back.get().remark();
        }
        OptionalDouble after = back.map(TimeBack::afterS).orElse(OptionalDouble.empty());
        return after.isPresent() ? "took " + after.getAsDouble() + " s" : "was never observed";
    }

    private static String shown(OptionalDouble found) {
        return found.isPresent() ? String.valueOf(found.getAsDouble()) : "measured";
    }

    private static double seconds(Duration length) {
        return length.toMillis() / 1e3;
    }
}
