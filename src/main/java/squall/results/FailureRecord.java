package squall.results;

import java.util.Optional;
import squall.spi.ErrorCode;
import squall.spi.Outcome;

/**
 * An outcome that is an error, as result files show it.
 *
 * @param outcome {@code refused} or {@code unknown}
 */
record FailureRecord(String outcome, ErrorCode code, String message) {
    /** Empty if the outcome is no error. */
    static Optional<FailureRecord> of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> Optional.empty();
            case Outcome.Refused(ErrorCode code, String message) ->
                Optional.of(new FailureRecord("refused", code, message));
            case Outcome.Unknown(ErrorCode code, String message) ->
                Optional.of(new FailureRecord("unknown", code, message));
        };
    }

    String kind() {
        return code.kind().label();
    }
}
