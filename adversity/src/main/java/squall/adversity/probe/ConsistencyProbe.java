package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.atomic.LongAdder;
import squall.adversity.probe.intent.WriteIntents;
import squall.check.DataAnomalies;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.spi.Outcome;

/** Probe of one guarantee of the database during the load. */
abstract class ConsistencyProbe {
    private final String name;
    private final String things;
    private DataAnomalies anomalies = new DataAnomalies();
    private final LongAdder left = new LongAdder();

    /** @param things what it writes, in the plural, as in "nothing to check: no acknowledged rows" */
    ConsistencyProbe(String name, String things) {
        this.name = name;
        this.things = things;
    }

    final String name() {
        return name;
    }

    /** Creates the rows that it needs. */
    abstract void seed() throws IOException, InterruptedException;

    /** Sets the folder of the run's files; called before the first turn. */
    void keepIn(Path directory) throws IOException, InterruptedException {}

    /** Sets the folder in which an earlier process left the files of the run. */
    void restoreFrom(Path directory) {}

    /** Returns its periodic operations. @param intents receives every write before it is sent */
    abstract List<PeriodicProbe> periodicProbes(WriteIntents intents);

    /** Restores what an earlier process was about to write. @throws IllegalArgumentException if this cannot have been the next write */
    void restoreSent(WriteIntents.ProbeWrite write) {
        throw new IllegalArgumentException(name() + " keeps no writes: " + write);
    }

    /** Restores the outcome of that write. */
    void restoreEnded(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        throw new IllegalArgumentException(name() + " keeps no writes: " + write);
    }

    /** Restores an anomaly that an earlier process found. */
    void restoreAnomaly(DataAnomaly anomaly, String example) {
        anomalies.add(anomaly, example);
    }

    /** Adds an anomaly that was found during the run, and keeps it for a later process. */
    final void found(WriteIntents intents, DataAnomaly anomaly, String example) {
        anomalies.add(anomaly, example);
        intents.found(name, anomaly, example);
    }

    /** Replaces the anomalies by those of a check that was made at the end. */
    final void judged(DataAnomalies atTheEnd) {
        anomalies = atTheEnd;
    }

    /** Keeps a write that is about to be sent. @return false: it cannot be kept, so it is left out, and the owner of the intent log reports why */
    final boolean intended(WriteIntents intents, WriteIntents.ProbeWrite write) {
        try {
            intents.sending(write);
            return true;
        } catch (IOException e) {
            left.increment();
            return false;
        }
    }

    /** Refuses a restored write of a stream that this probe does not have. @param kind of its streams, in the plural */
    static void requireStream(WriteIntents.ProbeWrite write, int streams, String kind) {
        if (write.stream() < 0 || write.stream() >= streams) {
            throw new IllegalArgumentException(write + " of " + streams + " " + kind);
        }
    }

    /** Returns the counter of the operations that were left out: no session was free when they were due, or they could not be kept. */
    final LongAdder left() {
        return left;
    }

    /** Returns the lost writes by the second of the run in which they were acknowledged; call it after {@link #verify}. */
    SortedMap<Long, Long> lostBySecond() {
        return Collections.emptySortedMap();
    }

    final String things() {
        return things;
    }

    /** Returns the anomalies found so far. */
    DataAnomalies anomalies() {
        return anomalies;
    }

    /** Returns the anomalies in one line; empty if nothing is wrong. */
    String wrong() {
        return anomalies().text();
    }

    /**
     * Reads what is stored, once all periodic operations have ended and no write is in progress, and adds what is wrong to
     * {@link #anomalies}.
     *
     * @return the counts behind the verdict
     * @throws IOException if the database could not be queried
     */
    abstract String verify(DataCheck check) throws IOException, InterruptedException;

    /** Ends what it records, once its operations have ended; {@link #verify} may not have been called. */
    void close() {}

    /** Removes what it left, once no anomaly was found. */
    void removeRows() throws IOException, InterruptedException {}

    /** Returns the finding as it counts on this database. */
    ProbeFinding weighed(ProbeFinding finding) {
        return finding;
    }
}
