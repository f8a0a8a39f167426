package squall.adversity.probe.intent;

/**
 * One write of a probe.
 *
 * @param probe {@code ledger} or {@code register}
 * @param stream writer of the ledger, or key of the register
 * @param number of the writer's row, or version of the key; those of a stream follow each other
 */
public record Write(String probe, int stream, long number) {
    @Override
    public String toString() {
        return probe + ": write " + number + " of stream " + stream;
    }
}
