package squall.apps;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import squall.cql.CqlDialect;
import squall.spi.CheckResult;

/** Sample application over CQL: its statements and what their answers mean. The engine sends them to the database. */
public non-sealed interface CqlApp extends SampleApp {
    /** Returns the statements that make missing tables and indexes. The keyspace exists. */
    List<String> ddl(CqlAppContext setting);

    /** Returns the statements that fill the empty tables with the rows that must be there before the first write; they may be repeated. */
    default List<String> firstRows(CqlAppContext setting) {
        return List.of();
    }

    /** Returns the statements that all sessions share. */
    CqlAppStatements statements(CqlAppContext setting);

    /** Checks the tables after the last write, beyond the survey of keys. Results are made with {@link squall.check.DataCheck}. */
    default List<CheckResult> check(CqlAppContext setting, CheckReader reader) throws InterruptedException {
        return List.of();
    }

    /** Returns whether reads on this database may see a part of a write. Such reads are then counted and allowed. */
    default boolean splits(CqlDialect dialect) {
        return false;
    }

    /** Reader of rows for a check. */
    interface CheckReader {
        /** Returns all rows of the answer. @param cql complete statement with its values */
        List<Row> rows(String cql) throws IOException, InterruptedException;
    }
}
