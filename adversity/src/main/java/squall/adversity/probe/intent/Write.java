package squall.adversity.probe.intent;

/**
 * One write of a probe.
 *
 * @param probe {@code ledger}, {@code register} or {@code counter}
 * @param stream writer of the ledger, key of the register, or session of the counter
 * @param number of the writer's row, version of the key, or update of the session; those of a stream follow each other
 */
public record Write(String probe, int stream, long number) {}
