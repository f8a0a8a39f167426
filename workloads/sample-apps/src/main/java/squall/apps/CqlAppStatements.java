package squall.apps;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import squall.check.ObservedValue;
import squall.cql.CqlUnitOfWork;

/** Statements of one workload over CQL, and the meaning of their answers. Immutable; shared by all sessions. */
public interface CqlAppStatements {
    /** Returns the statements that write one key. Several are applied as a whole. */
    List<BoundCql> write(KeyWrite write);

    /** Returns whether writes have a condition. Such a write is refused if it is not applied, and never sent twice. */
    default boolean conditional() {
        return false;
    }

    /** Returns whether a write was applied, by its answer. Such a write is refused if it was not. */
    default boolean applied(CqlUnitOfWork.CqlAnswer answer) throws InterruptedException {
        return answer.applied();
    }

    /** Returns the statement that reads one key. @param version the newest that was acknowledged before the read */
    BoundCql read(long key, int version);

    /**
     * Returns what such a read saw: each part of one write, where the database may show the parts apart; otherwise the whole.
     *
     * @param version as it was asked for
     */
    List<ObservedValue> seen(long key, int version, List<Row> rows);

    /** Returns the scans that read whole tables. */
    List<Scan> scans();

    /** Returns a survey that receives the rows of all scans. */
    Survey survey(SampleApp.SurveyedRows rows);

    /**
     * Scan of one whole table; its rows come partition by partition.
     *
     * @param columns to read, with commas between them
     * @param table as it stands in statements
     * @param partitionKey its columns, likewise
     */
    record Scan(String columns, String table, String partitionKey) {}

    /** Survey that turns rows into the observed values of keys. Used by one thread. */
    interface Survey {
        /** @param scan which of the scans found it, by its place in the list */
        void row(int scan, Row row);

        /** Receives the end of the scans: no row follows. */
        default void end() {}
    }

    /**
     * CQL statement with the values that are bound to its markers, in order.
     *
     * @param text without a semicolon; the same object each time, as it is looked up
     */
    record BoundCql(String text, List<Object> values) {
        public static BoundCql of(String text, Object... values) {
            return new BoundCql(text, List.of(values));
        }
    }
}
