package squall.apps;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import squall.check.ObservedValue;

/** What one workload sends over CQL and what the answers mean. Immutable; all sessions share it. */
public interface CqlAppStatements {
    /** What writes one key. Several statements are applied as a whole. */
    List<BoundCql> write(KeyWrite write);

    /** Whether writes hold a condition: those that are not applied are refused, and none is sent twice. */
    default boolean conditional() {
        return false;
    }

    /** What reads one key. @param version the newest that was acknowledged before the read */
    BoundCql read(long key, int version);

    /**
     * What such a read saw: each part of what one write made, where the database may show one before the other; else the whole.
     *
     * @param version as it was asked for
     */
    List<ObservedValue> seen(long key, int version, List<Row> rows);

    /** What reads whole tables. */
    List<Scan> scans();

    /** Takes the rows of all scans. */
    Survey survey(SampleApp.SurveyedRows rows);

    /**
     * One whole table; its rows come partition by partition.
     *
     * @param columns to read, with commas between them
     * @param table as it stands in statements
     * @param partitionKey its columns, likewise
     */
    record Scan(String columns, String table, String partitionKey) {}

    /** Makes of rows what was seen of keys. One thread. */
    interface Survey {
        /** @param scan which of the scans found it, by its place in the list */
        void row(int scan, Row row);

        /** No row follows. */
        default void end() {}
    }

    /** One CQL statement and what is bound to its markers, in order. @param text without a semicolon; the same object each time, as it is looked up */
    record BoundCql(String text, List<Object> values) {
        public static BoundCql of(String text, Object... values) {
            return new BoundCql(text, List.of(values));
        }
    }
}
