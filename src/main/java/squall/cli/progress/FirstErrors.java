package squall.cli.progress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import squall.cli.Figures;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.spi.ErrorCode;
import squall.spi.Outcome;

/** The first message of each kind of error and nothing of the rest, so that a storm of errors stays readable. */
final class FirstErrors {
    /** More kinds than anybody reads; the run directory has them all. */
    private static final int MOST = 40;

    private final Set<Kind> seen = new HashSet<>();

    private record Kind(String operation, ErrorCode code) {}

    /** Lines to say for a closed second; mostly none. */
    List<String> lines(Tick tick) {
        List<String> lines = new ArrayList<>();
        for (OperationTick operation : tick.operations()) {
            operation.outcomes().keySet().stream()
                    .sorted(Comparator.comparing(Outcome::code))
                    .forEach(outcome ->
                            first(tick.second(), operation.operation().name(), outcome, lines));
        }
        return lines;
    }

    private void first(long second, String operation, Outcome outcome, List<String> lines) {
        switch (outcome) {
            case Outcome.Ok ok -> {}
            case Outcome.Refused(ErrorCode code, String message) -> first(second, operation, code, message, lines);
            case Outcome.Unknown(ErrorCode code, String message) ->
                first(second, operation, code, "outcome unknown: " + message, lines);
        }
    }

    private void first(long second, String operation, ErrorCode code, String message, List<String> lines) {
        if (seen.size() > MOST || !seen.add(new Kind(operation, code))) {
            return;
        }
        lines.add(
                seen.size() > MOST
                        ? Figures.clock(second) + " further kinds of errors are only in errors-samples.jsonl"
                        : Figures.clock(second) + " " + operation + " " + code.code() + ": " + oneLine(message)
                                + " (said once, then counted)");
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", " / ");
    }
}
