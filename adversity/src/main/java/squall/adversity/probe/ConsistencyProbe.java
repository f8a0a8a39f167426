package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import squall.adversity.probe.intent.WriteIntents;
import squall.check.DataAnomalies;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.spi.Outcome;

/** Probe of one guarantee of the database during the load. */
interface ConsistencyProbe {
    String name();

    /** Creates the rows that it needs. */
    void seed() throws IOException, InterruptedException;

    /** Sets the folder of the run's files; called before the first turn. */
    default void keepIn(Path directory) throws IOException, InterruptedException {}

    /** Sets the folder in which an earlier process left the files of the run. */
    default void recallKept(Path directory) {}

    /** Returns its periodic operations. @param intents receives every write before it is sent */
    List<PeriodicProbe> periodicProbes(WriteIntents intents);

    /** Recalls what an earlier process was about to write. @throws IllegalArgumentException if this cannot have been the next write */
    default void recallSent(WriteIntents.ProbeWrite write) {
        throw new IllegalArgumentException(name() + " keeps no writes: " + write);
    }

    /** Recalls the outcome of that write. */
    default void recallEnded(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        throw new IllegalArgumentException(name() + " keeps no writes: " + write);
    }

    /** Recalls an anomaly that an earlier process found. */
    void recallFound(DataAnomaly anomaly, String example);

    /** Returns the lost writes by the second of the run in which they were acknowledged; call it after {@link #look}. */
    default SortedMap<Long, Long> lostBySecond() {
        return Collections.emptySortedMap();
    }

    /** Returns the name of what it writes, in the plural, as in "nothing to check: no acknowledged rows". */
    String things();

    /** Returns the anomalies found so far. */
    DataAnomalies anomalies();

    /** Returns the anomalies in one line; empty if nothing is wrong. */
    default String wrong() {
        return anomalies().text();
    }

    /**
     * Reads what is stored, once all periodic operations have ended and no write is in progress, and adds what is wrong to
     * {@link #anomalies}.
     *
     * @return the counts behind the verdict
     * @throws IOException if the database could not be queried
     */
    String look(DataCheck check) throws IOException, InterruptedException;

    /** Removes what it left, once no anomaly was found. */
    default void forget() throws IOException, InterruptedException {}

    /** Returns the finding as it counts on this database. */
    default ProbeFinding weighed(ProbeFinding finding) {
        return finding;
    }
}
