package squall.engine.schedule;

/** Why a run ended; its text is one line. */
public sealed interface RunEnding {
    /** Everything planned was done, or the time was over. */
    record Complete() implements RunEnding {
        @Override
        public String toString() {
            return "all planned operations are done";
        }
    }

    /** A stop rule held. @param reason one line: which, and what was seen */
    record Aborted(StopRule rule, String reason) implements RunEnding {
        @Override
        public String toString() {
            return reason;
        }
    }

    /** Interrupted by the user. @param signal SIGINT or SIGTERM */
    record Interrupted(String signal) implements RunEnding {
        @Override
        public String toString() {
            return signal;
        }
    }

    /** The scenario executor could not continue. @param reason one line */
    record CalledOff(String reason) implements RunEnding {
        @Override
        public String toString() {
            return reason;
        }
    }

    /** A session could not be opened or failed in a way that is no database error. */
    record Failed(Throwable cause) implements RunEnding {
        @Override
        public String toString() {
            return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        }
    }
}
