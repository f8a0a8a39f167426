package squall.adversity.probe.intent;

import java.io.IOException;
import squall.check.DataAnomaly;
import squall.spi.Outcome;

/**
 * Receiver of every write before it is sent and of its outcome, and of anomalies when they are seen. Safe for use by many threads, each
 * with its own streams.
 */
public interface WriteIntents {
    /**
     * Records a write; when this returns, the record outlives this process. @throws IOException if it does not: then the write must not be
     * sent
     */
    void sending(ProbeWrite write) throws IOException;

    /** Records the outcome of the last write of its stream. @param atNs since the run began @param endpoint may be empty */
    void ended(ProbeWrite write, Outcome outcome, long atNs, String endpoint);

    /** Records an anomaly that only a live probe can see, such as a stale read. @param example one line */
    void found(String probe, DataAnomaly anomaly, String example);

    /**
     * Records that all rows were judged sound and are removed now. @throws IOException if that could not be recorded: then they must stay
     */
    void removing() throws IOException;

    /**
     * Write of a probe.
     *
     * @param probe {@code ledger}, {@code register} or {@code counter}
     * @param stream writer of the ledger, key of the register, or session of the counter
     * @param number of the writer's row, version of the key, or update of the session; those of a stream follow each other
     */
    record ProbeWrite(String probe, int stream, long number) {
        @Override
        public String toString() {
            return probe + ": write " + number + " of stream " + stream;
        }
    }
}
