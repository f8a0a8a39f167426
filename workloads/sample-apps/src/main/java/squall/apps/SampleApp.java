package squall.apps;

import java.util.List;
import java.util.Set;
import squall.check.ObservedValue;
import squall.spi.Options;

/**
 * Sample application: its tables, how one key is written and read, and how all keys are read again at the end.
 *
 * <p>Keys are numbers from 0. A key is written once as version 0, then updated to versions 1, 2, …; the engine
 * chooses the keys, keeps what was acknowledged and gives the verdict. Stateless; found by {@link java.util.ServiceLoader}.
 */
public sealed interface SampleApp permits SqlApp, CqlApp, IsolationApp {
    /** Option over CQL: whether Accord orders the transactions. */
    String ACCORD = "accord";

    /** Option: whether a transaction writes a cell by several statements, where one would do. */
    String SAME_CELL = "same-cell";

    /** Returns the name of the application and how it is driven unless the command line says otherwise. */
    AppProfile profile();

    /** Returns the names, without dashes, of the application's own options, which {@link AppContext#options} may hold. */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Looks at the options before anything is connected to.
     *
     * @throws IllegalArgumentException if they do not go together; the message says which and why
     */
    default void require(AppContext setting) {
        String why = profile().refusals().valueSize();
        if (!why.isEmpty() && setting.texts().valueBytes() > 0) {
            throw new IllegalArgumentException("--value_size: " + why);
        }
    }

    /** Returns whether Accord orders its transactions, which only Cassandra has, from version 6 on. */
    default boolean accord(AppContext setting) {
        return profile().traits().contains(AppProfile.Trait.ACCORD)
                || setting.options().flag(ACCORD, false);
    }

    /** Returns the number of keys unless the command line says otherwise. */
    default long keys(Options options) {
        return profile().drive().keys();
    }

    /** Returns whether keys are updated once all have been inserted; otherwise each key is written once. */
    default boolean updates() {
        return !profile().traits().contains(AppProfile.Trait.INSERTS_ONLY);
    }

    /**
     * Returns whether several clients can share a run: the key of each row tells which of them wrote it, whatever the others do. Checks
     * of whole tables are then left out.
     */
    default boolean divisible() {
        return profile().traits().contains(AppProfile.Trait.DIVISIBLE);
    }

    /** Returns whether the application needs a filled table, because it inserts no rows of its own. */
    default boolean needsRows() {
        return false;
    }

    /** Returns every table that the application makes, in an order in which they can be dropped. */
    default List<String> tables(AppContext setting) {
        return List.of(setting.table());
    }

    /** Totals of how writes ended, including those of earlier runs on the same keys. @param unknown writes that may be applied or not */
    record WriteOutcomes(long acknowledged, long unknown) {}

    /** Receiver of the rows that a survey finds. */
    interface SurveyedRows {
        /**
         * @param key negative if the row's key has the prefix but is not one of the run's
         * @param parts what one write makes, part by part; each is judged by itself
         */
        void row(long key, List<ObservedValue> parts);

        /** Receives a key that is written as one part, or whose parts do not fit together. */
        default void row(long key, ObservedValue seen) {
            row(key, List.of(seen));
        }
    }
}
