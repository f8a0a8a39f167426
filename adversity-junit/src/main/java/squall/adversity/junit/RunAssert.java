package squall.adversity.junit;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import squall.check.isolation.ConsistencyModel;
import squall.results.history.IsolationRecord;
import squall.results.recorded.RecordedRun;
import squall.spi.CheckResult;

/** Assertions about a run. */
public final class RunAssert extends AbstractAssert<RunAssert, AdversityRun> {
    RunAssert(AdversityRun run) {
        super(run, RunAssert.class);
    }

    /** Verifies that every fault took effect and was healed, every expectation was met, and all data is there. */
    public RunAssert passes() {
        if (actual.exitCode() != 0) {
            throw failure("%s ended with exit code %d: %s", actual.directory(), actual.exitCode(), actual.reasons());
        }
        return this;
    }

    /**
     * Verifies that the data was checked at the end, with a clear result, and that nothing was lost, phantom or corrupt, whatever the
     * database's settings permit.
     */
    public RunAssert losesNothing() {
        actual.summarized()
                .filter(phase -> phase.lostWrites().orElse(0) > 0)
                .findFirst()
                .ifPresent(phase -> {
                    throw failure(
                            "phase '%s' of %s lost %d acknowledged writes",
                            phase.name(), actual.directory(), phase.lostWrites().getAsLong());
                });
        boolean looked = false;
        for (CheckResult check : actual.recorded().checks()) {
            switch (check.verdict()) {
                case PASSED -> looked = true;
                case SKIPPED -> {} // its detail says why; another check must have looked
                case UNDECIDED, FAILED ->
                    throw failure(
                            "check '%s' of %s: %s: %s",
                            check.name(),
                            actual.directory(),
                            check.verdict().name().toLowerCase(Locale.ROOT),
                            check.detail());
            }
        }
        if (!looked) {
            throw failure(
                    "no probe checked the data of %s; the scenario needs one, such as ledger", actual.directory());
        }
        return this;
    }

    /**
     * Transactions were committed and recorded, by the probe {@code isolation} or by the load, and show no anomaly that this level of
     * isolation proscribes.
     */
    public RunAssert hasNoAnomaliesBelow(ConsistencyModel level) {
        List<IsolationRecord> records;
        try {
            records = RecordedRun.read(actual.directory()).isolation();
        } catch (IOException e) {
            throw failure("what was seen of isolation cannot be read: %s", e.getMessage());
        }
        if (records.isEmpty()) {
            throw failure(
                    "no transactions were recorded in %s; the scenario needs the probe isolation", actual.directory());
        }
        for (IsolationRecord record : records) {
            if (record.committed() == 0) {
                throw failure(
                        "no transaction was committed in %s, so nothing is known of its isolation: %s",
                        actual.directory(), record.line());
            }
            if (!record.violating(level).isEmpty()) {
                throw failure(
                        "%s is ruled out by %s in %s: %s\n%s",
                        level.title(),
                        String.join(", ", record.violating(level)),
                        actual.directory(),
                        record.line(),
                        steps(record, level));
            }
        }
        return this;
    }

    private static String steps(IsolationRecord record, ConsistencyModel level) {
        return record.oneOfEach().stream()
                .filter(witness -> record.violating(level).contains(witness.anomaly()))
                .flatMap(witness -> witness.steps().stream())
                .map(step -> "  " + step.text())
                .collect(Collectors.joining("\n"));
    }

    /** Returns assertions about a phase, which must have been executed. */
    public PhaseAssert phase(String name) {
        return actual.summarized()
                .filter(phase -> phase.name().equals(name))
                .findFirst()
                .map(phase -> new PhaseAssert(this, phase))
                .orElseThrow(() -> failure("there is no phase '%s', there are %s", name, actual.phases()));
    }
}
