package squall.spi;

/**
 * Outcome of an attempted operation: applied, certainly not applied, or possibly applied.
 *
 * <p>Successes are shared constants, so that recording one allocates nothing.
 */
public sealed interface Outcome {
    /** The database acknowledged the operation. */
    Ok OK = new Ok("OK");

    /** The database answered that there is no such row, which is not an error. */
    Ok NOT_FOUND = new Ok("NOT_FOUND");

    /** The database already has the row, which a load that adds what is missing did not write. */
    Ok EXISTED = new Ok("EXISTED");

    /** Returns the name under which this outcome is counted, as printed in {@code Return=NAME} lines. */
    String code();

    /** Acknowledgement. @param code the name of the answer, {@code OK} unless the load distinguishes several */
    record Ok(String code) implements Outcome {
        @Override
        public String toString() {
            return code;
        }
    }

    /** Refusal: the operation was certainly not applied. @param message first line from the database, for a reader; decides nothing */
    record Refused(ErrorCode error, String message) implements Outcome {
        @Override
        public String code() {
            return error.code();
        }

        @Override
        public String toString() {
            return message.isEmpty() ? code() : code() + ": " + message;
        }
    }

    /** Unknown outcome: the operation may have been applied. Never retried unless idempotent, never counted as lost. */
    record Unknown(ErrorCode error, String message) implements Outcome {
        @Override
        public String code() {
            return error.code();
        }

        @Override
        public String toString() {
            return message.isEmpty() ? code() : code() + ": " + message;
        }
    }
}
