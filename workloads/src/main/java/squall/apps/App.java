package squall.apps;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import squall.check.Seen;
import squall.spi.CheckResult;

/**
 * One sample application: its tables, how one key is written and read, and how all of it is read again at the end.
 *
 * <p>Keys are numbers from 0. A key is written once as version 0, then updated to versions 1, 2, …; which keys, how often and what was
 * acknowledged is the engine's business, and so is the verdict. Has no state of its own; found by {@link java.util.ServiceLoader}.
 */
public interface App {
    /** What it is and how it is driven unless the command line says otherwise. */
    Profile profile();

    /** The options of its own, by name without dashes, that {@link Setting#options} may hold. */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Looks at the options before anything is connected to.
     *
     * @throws IllegalArgumentException if they do not go together; the message says which and why
     */
    default void require(Setting setting) {}

    /** Whether keys are written again once all are there; else that many writes are all there can be. */
    default boolean updates() {
        return true;
    }

    /** Whether it has no work on an empty table, because it makes no rows of its own. */
    default boolean needsRows() {
        return false;
    }

    /** Every table it makes, in an order in which they can be dropped. */
    default List<String> tables(Setting setting) {
        return List.of(setting.table());
    }

    /** Makes the tables that are not there yet, and fills those that must hold rows before the first write. The connection commits itself. */
    void create(Connection connection, Setting setting) throws SQLException;

    /** The statements of one session. */
    Statements prepare(Connection connection, Setting setting) throws SQLException;

    /** Hands over every row whose key has the setting's prefix, each once. Within a transaction of its own, so that rows can be fetched in pieces. */
    void survey(Connection connection, Setting setting, Rows rows) throws SQLException;

    /** What must hold beside the ledger, after the last write. The connection commits itself. */
    default List<CheckResult> check(Connection connection, Setting setting) throws SQLException {
        return List.of();
    }

    /** Takes what a survey finds. */
    interface Rows {
        /** @param key negative if the row's key is none of ours, though it has the prefix */
        void row(long key, Seen seen);
    }
}
