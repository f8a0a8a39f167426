package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.Survey;
import squall.apps.KeyWrite;
import squall.apps.SampleApp.SurveyedRows;
import squall.check.ObservedValue;
import squall.cql.CqlDialect;

/** Test of what workloads over CQL make of the rows that a batch of unknown outcome, or one that was sent again, leaves; without a database. */
class CqlAppRowsTest {
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

    /** Covers an old error: a batch that a node took twice gave its halves two times, and the pair counted as torn. */
    @ParameterizedTest
    @CsvSource({"CASSANDRA, version 1", "YCQL, the halves were written at different times"})
    void halves_of_one_version_may_differ_in_time_where_a_batch_is_sent_again(CqlDialect dialect, String seen) {
        CqlAppStatements statements = statements("CassandraTransactionalKeyValue", dialect);
        List<Row> rows = new ArrayList<>();
        statements
                .write(new KeyWrite(3, 1))
                .forEach(write ->
                        rows.add(row(write.values().getFirst(), write.values().getLast(), 100L + rows.size())));

        assertThat(statements.seen(3, 0, rows))
                .extracting(ObservedValue::toString)
                .containsExactly(seen);
    }

    /** Covers an old error: of an unfinished batch, the part in the table of minutes alone counted as torn. */
    @Test
    void of_an_unfinished_batch_that_begins_a_minute_either_part_may_be_there() {
        assertThat(surveyed(1, 2)).containsExactly(new ObservedValue.Version(0), new ObservedValue.Version(1));
        assertThat(surveyed(2, 1)).containsExactly(new ObservedValue.Version(1), new ObservedValue.Version(0));
        assertThat(surveyed(1, 3))
                .containsExactly(new ObservedValue.Version(0), new ObservedValue.Torn("of 1 minutes 3 are there"));
    }

    /** Returns the parts that a survey finds of a ticker with a price each minute. */
    private static List<ObservedValue> surveyed(int prices, int minutes) {
        List<ObservedValue> found = new ArrayList<>();
        SurveyedRows rows = (key, parts) -> found.addAll(parts);
        Survey survey = statements("CassandraStockTicker data_emit_rate_millis=60000", CqlDialect.CASSANDRA)
                .survey(rows);
        for (int version = 0; version < prices; version++) {
            survey.row(0, price(version));
        }
        for (int version = 0; version < minutes; version++) {
            survey.row(1, price(version));
        }
        survey.end();
        return found;
    }

    private static Row price(int version) {
        return row(
                "key:3",
                FIRST.plusSeconds(60L * version),
                Trial.setting("", "t", CqlDialect.CASSANDRA).texts().value(3, version));
    }

    private static CqlAppStatements statements(String words, CqlDialect dialect) {
        return Trial.app(words).statements(Trial.setting(words, "t", dialect));
    }

    /** Returns a row whose columns are found by their place alone. */
    private static Row row(Object... columns) {
        return (Row) Proxy.newProxyInstance(
                Row.class.getClassLoader(),
                new Class<?>[] {Row.class},
                (row, method, arguments) -> columns[(int) arguments[0]]);
    }
}
