package squall.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.scenario.expect.ExpectationMeasure;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;

/**
 * Verdict on a phase that corrupted data: whether the database detected it, or a client received a wrong answer as ok.
 *
 * @param text the finding with its evidence: counts, and the first report of each source; one line
 */
public record CorruptionVerdict(Finding finding, String text) {
    /** Finding about corrupt data. */
    public enum Finding {
        /** Detected corruption: clients received errors, or a node reported it. */
        DETECTED("detected"),
        /** Wrong answer given as ok: a check of the data failed. */
        WRONG_ANSWER("wrong answer given as ok"),
        /** Corruption that was not noticed: nothing is known to have read it. */
        NOT_NOTICED("not noticed");

        private final String label;

        Finding(String label) {
            this.label = label;
        }

        /** Returns the words that reports use. */
        public String label() {
            return label;
        }
    }

    /** Measures of wrong data. */
    private static final List<ExpectationMeasure> WRONG = List.of(
            ExpectationMeasure.LOST_ACKS,
            ExpectationMeasure.PHANTOMS,
            ExpectationMeasure.REGISTER_VIOLATIONS,
            ExpectationMeasure.BANK_VIOLATIONS,
            ExpectationMeasure.COUNTER_VIOLATIONS,
            ExpectationMeasure.ISOLATION_VIOLATIONS,
            ExpectationMeasure.LOAD_FLAWS);

    /**
     * Judges a phase; empty if it corrupted nothing.
     *
     * @param results of its injections
     * @param windows of the whole run
     */
    static Optional<CorruptionVerdict> of(
            String phase, List<InjectionResult> results, List<WindowSummary> windows, ProbeEvidence evidence) {
        List<List<String>> reports =
                results.stream().flatMap(result -> result.reports().stream()).toList();
        if (reports.isEmpty()) {
            return Optional.empty();
        }
        List<String> wrong = WRONG.stream()
                .filter(measure -> evidence.counts().getOrDefault(measure, 0L) > 0)
                .map(measure -> measure.key() + " " + evidence.counts().get(measure))
                .toList();
        List<String> found = new ArrayList<>();
        if (!wrong.isEmpty()) {
            found.add("the checks of the whole run found " + String.join(", ", wrong));
        }
        List<String> nodes = reports.stream().flatMap(List::stream).toList();
        List<String> detected = Stream.concat(clients(phase, windows).stream(), nodes(nodes).stream())
                .toList();
        found.addAll(detected);
        if (found.isEmpty()) {
            return Optional.of(of(
                    Finding.NOT_NOTICED,
                    "no client received an error of kind corruption, no node reported one, and no check failed: nothing"
                            + " may have read it"));
        }
        return Optional.of(of(wrong.isEmpty() ? Finding.DETECTED : Finding.WRONG_ANSWER, String.join("; ", found)));
    }

    private static CorruptionVerdict of(Finding finding, String evidence) {
        return new CorruptionVerdict(finding, SecretMasking.mask("corruption " + finding.label() + ": " + evidence));
    }

    private static Optional<String> nodes(List<String> reports) {
        return reports.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        HumanNumbers.counted(reports.size(), "report") + " of nodes, the first: " + reports.getFirst());
    }

    private static Optional<String> clients(String phase, List<WindowSummary> windows) {
        long count = 0;
        Optional<String> first = Optional.empty();
        for (WindowSummary summary : windows) {
            Window window = summary.window();
            if (!window.origin().phase().equals(phase) || window.kind() == Window.Kind.STEADY) {
                continue;
            }
            for (var operation : summary.operations()) {
                for (var counted : operation.outcomes().entrySet()) {
                    if (corrupt(counted.getKey()) && !operation.operation().part()) {
                        count += counted.getValue();
                        first = first.or(() -> Optional.of(counted.getKey().toString()));
                    }
                }
            }
        }
        String errors = HumanNumbers.counted(count, "error") + " of clients";
        return first.map(text -> errors + ", for example " + text);
    }

    private static boolean corrupt(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> false;
            case Outcome.Refused refused -> refused.error().kind() == ErrorKind.CORRUPTION;
            case Outcome.Unknown unknown -> unknown.error().kind() == ErrorKind.CORRUPTION;
        };
    }
}
