package squall.engine.schedule;

/** Reason why a run ended; its text is one line. */
public sealed interface RunEnding {
    /** Complete run: all planned operations were done, or the time was over. */
    record Complete() implements RunEnding {
        @Override
        public String toString() {
            return "all planned operations are done";
        }
    }

    /** Abort by a stop rule. @param reason one line: the rule and the observation */
    record Aborted(StopRule rule, String reason) implements RunEnding {
        @Override
        public String toString() {
            return reason;
        }
    }

    /** Interrupt by the user. @param signal SIGINT or SIGTERM */
    record Interrupted(String signal) implements RunEnding {
        @Override
        public String toString() {
            return signal;
        }
    }

    /** Cancellation by the scenario executor, which could not continue. @param reason one line */
    record CalledOff(String reason) implements RunEnding {
        @Override
        public String toString() {
            return reason;
        }
    }

    /** Failure of a session: it could not be opened, or failed in a way that is not a database error. */
    record Failed(Throwable cause) implements RunEnding {
        @Override
        public String toString() {
            return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        }
    }
}
