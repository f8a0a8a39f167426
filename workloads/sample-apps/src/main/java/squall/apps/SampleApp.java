package squall.apps;

import java.util.List;
import java.util.Set;
import squall.check.ObservedValue;
import squall.spi.Options;

/**
 * One sample application: its tables, how one key is written and read, and how all of it is read again at the end.
 *
 * <p>Keys are numbers from 0. A key is written once as version 0, then updated to versions 1, 2, …; which keys, how often and what was
 * acknowledged is the engine's business, and so is the verdict. Has no state of its own; found by {@link java.util.ServiceLoader}.
 */
public sealed interface SampleApp permits SqlApp, CqlApp, IsolationApp {
    /** What it is and how it is driven unless the command line says otherwise. */
    AppProfile profile();

    /** The options of its own, by name without dashes, that {@link AppContext#options} may hold. */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Looks at the options before anything is connected to.
     *
     * @throws IllegalArgumentException if they do not go together; the message says which and why
     */
    default void require(AppContext setting) {}

    /** How many keys there are unless the command line says otherwise. */
    default long keys(Options options) {
        return profile().drive().keys();
    }

    /** Whether keys are written again once all are there; else that many writes are all there can be. */
    default boolean updates() {
        return true;
    }

    /**
     * Whether several clients can share a run: the key of each row tells which of them wrote it, whatever the others do. The checks of
     * whole tables are then left out.
     */
    default boolean divisible() {
        return false;
    }

    /** Whether it has no work on an empty table, because it makes no rows of its own. */
    default boolean needsRows() {
        return false;
    }

    /** Every table it makes, in an order in which they can be dropped. */
    default List<String> tables(AppContext setting) {
        return List.of(setting.table());
    }

    /** How the writes of a run ended, those of earlier runs on the same keys included. @param unknown may be applied or not */
    record WriteOutcomes(long acknowledged, long unknown) {}

    /** Takes what a survey finds. */
    interface SurveyedRows {
        /**
         * @param key negative if the row's key is none of ours, though it has the prefix
         * @param parts what one write makes, part by part; each is judged by itself
         */
        void row(long key, List<ObservedValue> parts);

        /** What was written as one row, or found to be no whole. */
        default void row(long key, ObservedValue seen) {
            row(key, List.of(seen));
        }
    }
}
