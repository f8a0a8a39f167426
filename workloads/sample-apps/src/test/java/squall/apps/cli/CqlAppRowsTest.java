package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.apps.CqlAppStatements;
import squall.apps.KeyWrite;
import squall.check.ObservedValue;
import squall.cql.CqlDialect;

/** Test of what workloads over CQL make of the rows that a batch of unknown outcome, or one that was sent again, leaves; without a database. */
class CqlAppRowsTest {
    /** Covers an old error: a batch that a node took twice gave its halves two times, and the pair counted as torn. */
    @ParameterizedTest
    @CsvSource({"CASSANDRA, version 1", "YCQL, the halves were written at different times"})
    void halves_of_one_version_may_differ_in_time_where_a_batch_is_sent_again(CqlDialect dialect, String seen) {
        CqlAppStatements statements = statements("CassandraTransactionalKeyValue", dialect);
        List<Row> rows = new ArrayList<>();
        statements
                .write(new KeyWrite(3, 1))
                .forEach(write -> rows.add(
                        row(write.values().getFirst(), write.values().getLast(), 100L + rows.size())));

        assertThat(statements.seen(3, 0, rows)).extracting(ObservedValue::toString).containsExactly(seen);
    }

    private static CqlAppStatements statements(String words, CqlDialect dialect) {
        return Trial.app(words).statements(Trial.setting(words, "t", dialect));
    }

    /** Returns a row whose columns are found by their place alone. */
    private static Row row(Object... columns) {
        return (Row) Proxy.newProxyInstance(
                Row.class.getClassLoader(), new Class<?>[] {Row.class}, (row, method, arguments) -> columns[
                        (int) arguments[0]]);
    }
}
