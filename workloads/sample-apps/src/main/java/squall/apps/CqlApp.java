package squall.apps;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import squall.cql.CqlDialect;
import squall.spi.CheckResult;

/** A sample application over CQL: texts and what their answers mean; whatever talks to the database is the engine's. */
public non-sealed interface CqlApp extends SampleApp {
    /** Makes the tables and indexes that are not there yet; the keyspace is. */
    List<String> ddl(CqlAppContext setting);

    /** What all sessions send. */
    CqlAppStatements statements(CqlAppContext setting);

    /** What else must hold of the tables after the last write, each made with {@link squall.check.DataCheck}. */
    default List<CheckResult> check(CqlAppContext setting, CheckReader reader) throws InterruptedException {
        return List.of();
    }

    /** Whether rows are written so that they may be seen in part on this database, which is then counted and allowed. */
    default boolean splits(CqlDialect dialect) {
        return false;
    }

    /** Reads for a check. */
    interface CheckReader {
        /** All rows of the answer. @param cql whole, with its values */
        List<Row> rows(String cql) throws IOException, InterruptedException;
    }
}
