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

/** One promise of the database that is tested during the load. */
interface ConsistencyProbe {
    String name();

    /** Puts there what it needs. */
    void seed() throws IOException, InterruptedException;

    /** Where the files of the run are; before the first beat. */
    default void keepIn(Path directory) throws IOException, InterruptedException {}

    /** Where an earlier process left the files of the run. */
    default void recallKept(Path directory) {}

    /** What it does again and again. @param intents hears of it beforehand */
    List<PeriodicProbe> periodicProbes(WriteIntents intents);

    /** Recalls what an earlier process was about to write. @throws IllegalArgumentException if this cannot have been the next write */
    default void recallSent(WriteIntents.ProbeWrite write) {
        throw new IllegalArgumentException(name() + " keeps no writes: " + write);
    }

    /** Recalls how that ended. */
    default void recallEnded(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        throw new IllegalArgumentException(name() + " keeps no writes: " + write);
    }

    /** Recalls what an earlier process found. */
    void recallFound(DataAnomaly anomaly, String example);

    /** How many of the acknowledged writes that are lost were acknowledged in which second of the run; after {@link #look}. */
    default SortedMap<Long, Long> lostBySecond() {
        return Collections.emptySortedMap();
    }

    /** What it acts on, in the plural, as in "nothing to check: no acknowledged rows". */
    String things();

    /** What it has found wrong so far. */
    DataAnomalies anomalies();

    /** The same in one line; empty if nothing is wrong. */
    default String wrong() {
        return anomalies().told();
    }

    /**
     * Looks at what is there, once all beats have ended and the database is quiet. What is wrong goes into {@link #anomalies}.
     *
     * @return the counts behind the verdict
     * @throws IOException if the database could not be asked
     */
    String look(DataCheck check) throws IOException, InterruptedException;

    /** Removes what it left, once everything was found sound. */
    default void forget() throws IOException, InterruptedException {}

    /** What the finding comes to on this database. */
    default ProbeFinding weighed(ProbeFinding finding) {
        return finding;
    }
}
