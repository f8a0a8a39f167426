package squall.results;

import java.util.Optional;
import squall.spi.ErrorCode;
import squall.spi.Outcome;

/**
 * An outcome that is an error, as result files show it.
 *
 * @param outcome {@code refused} or {@code unknown}
 */
record Failure(String outcome, ErrorCode code, String message) {
    /** Empty if the outcome is no error. */
    static Optional<Failure> of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> Optional.empty();
            case Outcome.Refused(ErrorCode code, String message) -> Optional.of(new Failure("refused", code, message));
            case Outcome.Unknown(ErrorCode code, String message) -> Optional.of(new Failure("unknown", code, message));
        };
    }

    String kind() {
        return code.kind().label();
    }
}
