package squall.run;

/** Why a run ended; its text is one line. */
public sealed interface Ending {
    /** Everything planned was done, or the time was over. */
    record Complete() implements Ending {
        @Override
        public String toString() {
            return "all that was planned is done";
        }
    }

    /** A stop rule held. @param reason one line: which, and what was seen */
    record Aborted(StopRule rule, String reason) implements Ending {
        @Override
        public String toString() {
            return reason;
        }
    }

    /** Somebody asked. @param signal SIGINT or SIGTERM */
    record Interrupted(String signal) implements Ending {
        @Override
        public String toString() {
            return signal;
        }
    }

    /** Whoever conducts the run could not go on. @param reason one line */
    record CalledOff(String reason) implements Ending {
        @Override
        public String toString() {
            return reason;
        }
    }

    /** A session could not be opened or failed in a way that is no database error. */
    record Failed(Throwable cause) implements Ending {
        @Override
        public String toString() {
            return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        }
    }
}
