package squall.adversity.junit;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import squall.results.AdversitySummary;
import squall.results.AdversitySummary.GroupImpact;
import squall.results.AdversitySummary.TimeBack;
import squall.verdict.AdversityResult.PhaseOutcome.PhaseState;

/** Assertions about a phase; they apply to each of its injections. */
public final class PhaseAssert extends AbstractAssert<PhaseAssert, String> {
    private static final Set<PhaseState> NOT_CARRIED_OUT =
            EnumSet.of(PhaseState.CUT, PhaseState.REFUSED, PhaseState.NOT_APPLICABLE, PhaseState.VACUOUS);

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

    /** From healing to baseline, by the scenario's rule. */
    public PhaseAssert recoversWithin(long limit, TimeUnit unit) {
        return recoversWithin(Duration.of(limit, unit.toChronoUnit()));
    }

    /** From healing to baseline, by the scenario's rule. */
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

    /** In the worst lane; the scenario needs the probe {@code lanes}. */
    public PhaseAssert isUnavailableAtMost(Duration limit) {
        return atMost(
                group -> group.lanes()
                        .map(AdversitySummary.LanesSummary::unavailableMaxS)
                        .orElse(OptionalDouble.empty()),
                seconds(limit),
                "seconds without success in the worst lane");
    }

    /** Operations answered well and in time, of all that were due. */
    public PhaseAssert isAvailableAtLeast(double share) {
        return atLeast(GroupImpact::availability, share, "of the due operations completed in time");
    }

    /** Goodput while disturbed and recovering, of the baseline's. */
    public PhaseAssert keepsGoodputOf(double share) {
        return atLeast(GroupImpact::goodputShare, share, "of the baseline's goodput");
    }

    /** What the scenario itself expects of the phase. */
    public PhaseAssert meetsExpectations() {
        if (phase.state() != PhaseState.PASSED) {
            String judged = phase.expectations().stream()
                    .map(each -> each.measure() + " must be " + each.wanted() + ", was " + each.found())
                    .collect(Collectors.joining("; "));
            throw failure("phase '%s' is %s: %s", phase.name(), state(), judged);
        }
        return this;
    }

    /** See {@link RunAssert#losesNothing}: what is lost is known when the run is over. */
    public PhaseAssert losesNothing() {
        run.losesNothing();
        return this;
    }

    /** Another phase of the same run. */
    public PhaseAssert phase(String name) {
        return run.phase(name);
    }

    private PhaseAssert atMost(Function<GroupImpact, OptionalDouble> figure, double limit, String what) {
        for (GroupImpact group : phase.injectionGroups()) {
            OptionalDouble found = figure.apply(group);
            if (!(found.isPresent() && found.getAsDouble() <= limit)) {
                throw failure("'%s' must have at most %s %s, not %s", group.name(), limit, what, shown(found));
            }
        }
        return this;
    }

    private PhaseAssert atLeast(Function<GroupImpact, OptionalDouble> figure, double limit, String what) {
        for (GroupImpact group : phase.injectionGroups()) {
            OptionalDouble found = figure.apply(group);
            if (!(found.isPresent() && found.getAsDouble() >= limit)) {
                throw failure("'%s' must have at least %s %s, not %s", group.name(), limit, what, shown(found));
            }
        }
        return this;
    }

    /** As files write it. */
    private String state() {
        return phase.state().name().toLowerCase(Locale.ROOT);
    }

    private static String recovery(Optional<TimeBack> back) {
        if (back.isPresent() && back.get().open()) {
            return "had not recovered after " + back.get().longerThanS().getAsDouble() + " s";
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
