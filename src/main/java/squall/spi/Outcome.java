package squall.spi;

/**
 * What is known about one attempted operation after it ended: applied, certainly not applied, or either.
 *
 * <p>Successes are shared constants, so that recording one allocates nothing.
 */
public sealed interface Outcome {
    /** Done, and acknowledged by the database. */
    Ok OK = new Ok("OK");

    /** Answered: there is no such row. A miss is an answer, not an error. */
    Ok NOT_FOUND = new Ok("NOT_FOUND");

    /** The name under which this outcome is counted, as printed in {@code Return=NAME} lines. */
    String code();

    /** Acknowledged. @param code the name of the answer, {@code OK} unless the load distinguishes several */
    record Ok(String code) implements Outcome {
        @Override
        public String toString() {
            return code;
        }
    }

    /** Certainly not applied. @param message the first text the database gave, for a reader; never used to decide */
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

    /** May have been applied: never retried unless idempotent, never counted as lost. */
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
