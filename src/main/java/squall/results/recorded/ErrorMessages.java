package squall.results.recorded;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.results.RunSummary;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/** Map of the errors read back from files, each with the message of one operation. */
final class ErrorMessages {
    private final Map<Outcome, Outcome> known = new HashMap<>();

    /** @param errors the list of errors of a summary */
    static ErrorMessages of(List<RunSummary.ErrorCount> errors) {
        ErrorMessages messages = new ErrorMessages();
        for (RunSummary.ErrorCount error : errors) {
            Outcome silent = messages.failure(error.outcome(), error.kind(), error.sqlstate());
            messages.known.putIfAbsent(silent, with(silent, error.message()));
        }
        return messages;
    }

    /** @throws IllegalArgumentException if one has a class or an outcome that this version does not know */
    Map<Outcome, Long> counts(List<RunSummary.OutcomeCount> outcomes) {
        Map<Outcome, Long> counts = new LinkedHashMap<>();
        outcomes.forEach(each -> counts.merge(outcome(each), each.count(), Long::sum));
        return counts;
    }

    private Outcome outcome(RunSummary.OutcomeCount count) {
        return count.outcome().equals("ok")
                ? new Outcome.Ok(count.code().orElse(""))
                : failure(
                        count.outcome(),
                        count.kind().orElse(""),
                        count.sqlstate().orElse(""));
    }

    /** @throws IllegalArgumentException if there is no such class or outcome */
    Outcome failure(String outcome, String kind, String code) {
        ErrorCode error = new ErrorCode(kind(kind), code);
        Outcome silent = switch (outcome) {
            case "refused" -> new Outcome.Refused(error, "");
            case "unknown" -> new Outcome.Unknown(error, "");
            default ->
                throw new IllegalArgumentException("'" + outcome + "' is no outcome: ok, refused or unknown is wanted");
        };
        return known.getOrDefault(silent, silent);
    }

    private static Outcome with(Outcome silent, String message) {
        return switch (silent) {
            case Outcome.Ok ok -> ok;
            case Outcome.Refused refused -> new Outcome.Refused(refused.error(), message);
            case Outcome.Unknown unknown -> new Outcome.Unknown(unknown.error(), message);
        };
    }

    private static ErrorKind kind(String label) {
        return Arrays.stream(ErrorKind.values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is no class of errors"));
    }
}
