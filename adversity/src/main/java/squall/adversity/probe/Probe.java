package squall.adversity.probe;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import squall.adversity.probe.intent.Intents;
import squall.adversity.probe.intent.Write;
import squall.check.DataCheck;
import squall.check.Flaw;
import squall.check.Flaws;
import squall.spi.Outcome;

/** One kind of promise that is put to the test beside the load. */
interface Probe {
    String name();

    /** Puts there what it needs. */
    void seed() throws IOException, InterruptedException;

    /** What it does again and again. @param intents hears of it beforehand */
    List<Beat> beats(Intents intents);

    /** Recalls what an earlier process was about to write. @throws IllegalArgumentException if this cannot have been the next write */
    default void recallSent(Write write) {
        throw new IllegalArgumentException(name() + " keeps no writes: " + write);
    }

    /** Recalls how that ended. */
    default void recallEnded(Write write, Outcome outcome, long atNs, String endpoint) {
        throw new IllegalArgumentException(name() + " keeps no writes: " + write);
    }

    /** Recalls what an earlier process found. */
    void recallFound(Flaw flaw, String example);

    /** How many of the acknowledged writes that are lost were acknowledged in which second of the run; after {@link #look}. */
    default SortedMap<Long, Long> lostBySecond() {
        return Collections.emptySortedMap();
    }

    /** What it acts on, in the plural, as in "nothing to check: no acknowledged rows". */
    String things();

    /** What it has found wrong so far. */
    Flaws flaws();

    /** The same in one line; empty if nothing is wrong. */
    default String wrong() {
        return flaws().told();
    }

    /**
     * Looks at what is there, once all beats have ended and the database is quiet. What is wrong goes into {@link #flaws}.
     *
     * @return the counts behind the verdict
     * @throws IOException if the database could not be asked
     */
    String look(DataCheck check) throws IOException, InterruptedException;

    /** What the finding comes to on this database. */
    default Finding weighed(Finding finding) {
        return finding;
    }
}
