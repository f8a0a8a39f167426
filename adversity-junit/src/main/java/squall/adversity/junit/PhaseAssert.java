package squall.adversity.junit;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractAssert;

/** Assertions about a phase; they apply to each of its injections. */
public final class PhaseAssert extends AbstractAssert<PhaseAssert, JsonNode> {
    private static final List<String> NOT_CARRIED_OUT = List.of("cut", "refused", "not_applicable", "vacuous");

    private final RunAssert run;

    /** @throws AssertionError if the phase was not carried out: then nothing is known of it */
    PhaseAssert(RunAssert run, JsonNode phase) {
        super(phase, PhaseAssert.class);
        this.run = run;
        String state = phase.path("state").asText();
        if (NOT_CARRIED_OUT.contains(state)) {
            throw failure("phase '%s' is %s: %s", name(), state, AdversityRun.strings(phase.path("reasons")));
        }
    }

    /** From healing to baseline, by the scenario's rule. */
    public PhaseAssert recoversWithin(long limit, TimeUnit unit) {
        return recoversWithin(Duration.of(limit, unit.toChronoUnit()));
    }

    /** From healing to baseline, by the scenario's rule. */
    public PhaseAssert recoversWithin(Duration limit) {
        for (JsonNode group : actual.path("injection_groups")) {
            JsonNode back = group.at("/recovery/from_healing");
            if (!(back.has("after_s") && back.path("after_s").asDouble() <= seconds(limit))) {
                throw failure("%s must recover within %s s, but %s", name(group), seconds(limit), recovery(back));
            }
        }
        return this;
    }

    /** In the worst lane; the scenario needs the probe {@code lanes}. */
    public PhaseAssert isUnavailableAtMost(Duration limit) {
        return atMost("/lanes/unavailable_max_s", seconds(limit), "seconds without success in the worst lane");
    }

    /** Operations answered well and in time, of all that were due. */
    public PhaseAssert isAvailableAtLeast(double share) {
        return atLeast("/availability", share, "of the due operations completed in time");
    }

    /** Goodput while disturbed and recovering, of the baseline's. */
    public PhaseAssert keepsGoodputOf(double share) {
        return atLeast("/goodput_share", share, "of the baseline's goodput");
    }

    /** What the scenario itself expects of the phase. */
    public PhaseAssert meetsExpectations() {
        if (!actual.path("state").asText().equals("passed")) {
            throw failure("phase '%s' is %s: %s", name(), actual.path("state").asText(), actual.path("expectations"));
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

    private PhaseAssert atMost(String figure, double limit, String what) {
        for (JsonNode group : actual.path("injection_groups")) {
            JsonNode found = group.at(figure);
            if (!(found.isNumber() && found.asDouble() <= limit)) {
                throw failure("%s must have at most %s %s, not %s", name(group), limit, what, shown(found));
            }
        }
        return this;
    }

    private PhaseAssert atLeast(String figure, double limit, String what) {
        for (JsonNode group : actual.path("injection_groups")) {
            JsonNode found = group.at(figure);
            if (!(found.isNumber() && found.asDouble() >= limit)) {
                throw failure("%s must have at least %s %s, not %s", name(group), limit, what, shown(found));
            }
        }
        return this;
    }

    private String name() {
        return actual.path("name").asText();
    }

    private static String name(JsonNode group) {
        return "'" + group.path("name").asText() + "'";
    }

    private static String recovery(JsonNode back) {
        if (back.has("longer_than_s")) {
            return "had not recovered after " + back.path("longer_than_s").asText() + " s";
        }
        return back.has("after_s") ? "took " + back.path("after_s").asText() + " s" : "was never observed";
    }

    private static String shown(JsonNode found) {
        return found.isMissingNode() ? "measured" : found.asText();
    }

    private static double seconds(Duration length) {
        return length.toMillis() / 1e3;
    }
}
