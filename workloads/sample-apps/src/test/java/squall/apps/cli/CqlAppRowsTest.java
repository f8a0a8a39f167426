package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.apps.CqlApp.CheckReader;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.Survey;
import squall.apps.KeyWrite;
import squall.apps.SampleApp.SurveyedRows;
import squall.check.ObservedValue;
import squall.cql.CqlDialect;
import squall.spi.CheckResult;

/** Test of what workloads over CQL make of the rows that a write of unknown outcome, or one that was sent again, leaves; without a database. */
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

    /** Covers an old error: a transfer of unknown outcome that was applied between the two reads was told as wrong balances. */
    @Test
    void a_transfer_that_lands_while_the_balances_are_checked_is_no_anomaly() throws InterruptedException {
        assertThat(checked("CassandraBankTransfers", landing("SELECT payer, ", row(0, 1, 10L), accounts(10))))
                .isEqualTo("balances PASSED: all 20 accounts are as the books say");
    }

    @Test
    void balances_that_the_books_do_not_explain_at_a_second_look_are_wrong() throws InterruptedException {
        assertThat(checked(
                        "CassandraBankTransfers", cql -> cql.startsWith("SELECT payer, ") ? List.of() : accounts(10)))
                .isEqualTo("balances FAILED: 2 accounts are not as the books say, for example account 0 has 999990,"
                        + " and 1000000 by the books");
    }

    @Test
    void balances_that_never_stop_changing_are_not_judged() throws InterruptedException {
        AtomicLong looks = new AtomicLong();

        assertThat(checked(
                        "CassandraBankTransfers",
                        cql -> cql.startsWith("SELECT payer, ") ? List.of() : accounts(looks.incrementAndGet())))
                .isEqualTo("balances UNDECIDED: the tables still changed at look 5");
    }

    /** Covers an old error: as above, of a raise. */
    @Test
    void a_raise_that_lands_while_the_counter_is_checked_is_no_anomaly() throws InterruptedException {
        assertThat(checked("CassandraHotCounter", landing("SELECT k ", row("key:0"), List.of(row(1L)))))
                .isEqualTo("counter PASSED: the counter is 1, as many as the noted raises");
    }

    @Test
    void a_counter_that_is_not_as_high_as_its_raises_at_a_second_look_is_wrong() throws InterruptedException {
        assertThat(checked("CassandraHotCounter", cql -> List.of(row(7L))))
                .isEqualTo("counter FAILED: the counter is 7, and 1 raises are noted");
    }

    private static String checked(String workload, CheckReader reader) throws InterruptedException {
        CheckResult result = Trial.app(workload)
                .check(Trial.setting(workload, "t", CqlDialect.ACCORD), reader)
                .getFirst();
        return result.name() + " " + result.verdict() + ": " + result.detail();
    }

    /** Returns a reader between whose first two reads a transaction lands. @param first beginning of the query that finds it from then on */
    private static CheckReader landing(String first, Row landed, List<Row> others) {
        List<Row> found = new ArrayList<>();
        return cql -> {
            if (cql.startsWith(first)) {
                return List.copyOf(found);
            }
            if (found.isEmpty()) {
                found.add(landed);
            }
            return others;
        };
    }

    /** Returns the accounts after a transfer of this amount from the first to the second. */
    private static List<Row> accounts(long amount) {
        return IntStream.range(0, 20)
                .mapToObj(account -> row(account, 1_000_000L + (account == 0 ? -amount : account == 1 ? amount : 0)))
                .toList();
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
