package squall.run;

/** Why a run ended. */
public sealed interface Ending {
    /** Everything planned was done, or the time was over. */
    record Complete() implements Ending {}

    /** A stop rule held. @param reason one line: which, and what was seen */
    record Aborted(StopRule rule, String reason) implements Ending {}

    /** Somebody asked. @param signal SIGINT or SIGTERM */
    record Interrupted(String signal) implements Ending {}

    /** Whoever conducts the run could not go on. @param reason one line */
    record CalledOff(String reason) implements Ending {}

    /** A session could not be opened or failed in a way that is no database error. */
    record Failed(Throwable cause) implements Ending {}
}
