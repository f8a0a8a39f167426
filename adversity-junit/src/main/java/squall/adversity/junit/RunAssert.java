package squall.adversity.junit;

import com.fasterxml.jackson.databind.JsonNode;
import org.assertj.core.api.AbstractAssert;

/** What can be asserted of a run. */
public final class RunAssert extends AbstractAssert<RunAssert, AdversityRun> {
    RunAssert(AdversityRun run) {
        super(run, RunAssert.class);
    }

    /** Every fault took effect and was healed, every expectation was met, all data is there. */
    public RunAssert passes() {
        if (actual.exitCode() != 0) {
            throw failure("%s ended with exit code %d: %s", actual.directory(), actual.exitCode(), actual.reasons());
        }
        return this;
    }

    /** Something looked at the data when all was over, was sure of what it saw, and found nothing lost, phantom or corrupt. */
    public RunAssert losesNothing() {
        boolean looked = false;
        for (JsonNode check : actual.summary().path("checks")) {
            switch (check.path("verdict").asText()) {
                case "passed" -> looked = true;
                case "skipped" -> {} // its detail says why; another check must have looked
                default ->
                    throw failure(
                            "check '%s' of %s: %s: %s",
                            check.path("name").asText(),
                            actual.directory(),
                            check.path("verdict").asText(),
                            check.path("detail").asText());
            }
        }
        if (!looked) {
            throw failure(
                    "nothing looked at the data of %s; the scenario needs a probe such as ledger", actual.directory());
        }
        return this;
    }

    /** The phase of this name, which must have been carried out. */
    public PhaseAssert phase(String name) {
        for (JsonNode phase : actual.summary().at("/adversity/phases")) {
            if (phase.path("name").asText().equals(name)) {
                return new PhaseAssert(this, phase);
            }
        }
        throw failure("there is no phase '%s', there are %s", name, actual.phases());
    }
}
