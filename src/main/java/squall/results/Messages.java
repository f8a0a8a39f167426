package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/** Errors read back from files, each with the message that one of its operations showed. */
final class Messages {
    private final Map<Outcome, Outcome> known = new HashMap<>();

    /** @param errors the list of errors of a summary */
    static Messages of(JsonNode errors) {
        Messages messages = new Messages();
        for (JsonNode error : errors) {
            Outcome silent = messages.failure(
                    error.path("outcome").asText(),
                    error.path("class").asText(),
                    error.path("sqlstate").asText());
            messages.known.putIfAbsent(
                    silent, with(silent, error.path("message").asText()));
        }
        return messages;
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
