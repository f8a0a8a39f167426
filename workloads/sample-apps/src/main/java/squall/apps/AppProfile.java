package squall.apps;

import java.util.List;
import java.util.Locale;

/**
 * Profile of a workload: its name, and how it is driven unless the command line says otherwise.
 *
 * @param name as typed
 * @param text one sentence for the user
 * @param table default name of its (first) table
 * @param traits in which it differs from workloads that update rows of their own
 * @param transactional whether one write is several statements that stand or fall together
 * @param isolation as {@code --isolation} writes it; empty: the server's default
 * @param batch keys that one write has
 * @param valueBytes values are filled up to this length
 * @param refusals what it cannot be used with
 */
public record AppProfile(
        String name,
        String text,
        String table,
        Drive drive,
        List<Trait> traits,
        boolean transactional,
        String isolation,
        int batch,
        int valueBytes,
        Refusals refusals) {
    public AppProfile {
        traits = List.copyOf(traits);
    }

    /** Trait of a workload that a run has to know. */
    public enum Trait {
        /** Several clients can share a run: see {@link SampleApp#divisible}. */
        DIVISIBLE,
        /** Each key is written once: see {@link SampleApp#updates}. */
        INSERTS_ONLY,
        /** Accord orders its transactions, whatever the options say: see {@link SampleApp#accord}. */
        ACCORD
    }

    /**
     * @param keys how many unique keys
     * @param writes inserts and updates; -1: no limit
     * @param reads -1: no limit
     */
    public record Drive(int readers, int writers, long keys, long writes, long reads) {}

    /**
     * Set of the reasons why a workload refuses something; an empty one is none.
     *
     * @param mySql why it cannot run on MySQL and its relatives, as the end of a sentence
     * @param valueSize why its rows have no value to fill up
     */
    public record Refusals(String mySql, String valueSize) {
        private static final Refusals NONE = new Refusals("", "");
    }

    /** Returns the profile of a workload whose write is one statement. */
    public static AppProfile of(String name, String text, Drive drive, Trait... traits) {
        String table = name.toLowerCase(Locale.ROOT);
        return new AppProfile(name, text, table, drive, List.of(traits), false, "", 1, 0, Refusals.NONE);
    }

    public AppProfile withTable(String other) {
        return new AppProfile(name, text, other, drive, traits, transactional, isolation, batch, valueBytes, refusals);
    }

    public AppProfile withBatch(int keys) {
        return new AppProfile(name, text, table, drive, traits, transactional, isolation, keys, valueBytes, refusals);
    }

    public AppProfile withValues(int bytes) {
        return new AppProfile(name, text, table, drive, traits, transactional, isolation, batch, bytes, refusals);
    }

    /** Returns the profile with each write as a transaction at this isolation level. @param level empty: the server's default */
    public AppProfile inTransactions(String level) {
        return new AppProfile(name, text, table, drive, traits, true, level, batch, valueBytes, refusals);
    }

    /** Returns the profile of a workload that cannot run on MySQL and its relatives. @param why as the end of a sentence */
    public AppProfile withoutMySql(String why) {
        return with(new Refusals(why, refusals.valueSize()));
    }

    /** Returns the profile of a workload without values to fill up. @param why for the message */
    public AppProfile withoutValues(String why) {
        return with(new Refusals(refusals.mySql(), why));
    }

    private AppProfile with(Refusals other) {
        return new AppProfile(name, text, table, drive, traits, transactional, isolation, batch, valueBytes, other);
    }
}
