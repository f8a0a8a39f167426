package squall.adversity.probe.intent;

import java.io.IOException;
import squall.check.DataAnomaly;
import squall.spi.Outcome;

/** Hears of every write before it is sent and of its end, and of flaws when they are seen. Any thread may tell, each its own streams. */
public interface WriteIntents {
    /** On return what was told outlives this process. @throws IOException if it does not: then the write must not be sent */
    void sending(ProbeWrite write) throws IOException;

    /** The write that was told of last in its stream has ended. @param atNs since the run began @param endpoint may be empty */
    void ended(ProbeWrite write, Outcome outcome, long atNs, String endpoint);

    /** A flaw that only a living probe can see, such as a stale read. @param example one line */
    void found(String probe, DataAnomaly anomaly, String example);

    /** All rows were judged sound and are removed now. @throws IOException if it could not be kept: then they must stay */
    void removing() throws IOException;

    /**
     * One write of a probe.
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
