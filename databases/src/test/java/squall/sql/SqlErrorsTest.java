package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.Failure.Remedy;

class SqlErrorsTest {
    private static final SqlErrors POSTGRES = new SqlErrors(Dialects.POSTGRES);

    @Test
    void what_the_drivers_words_hide_of_a_failed_connect_is_told() {
        assertThat(SqlErrors.told(failed(new UnknownHostException("h"))))
                .isEqualTo("08001: The connection attempt failed. (there is no host of this name)");
        assertThat(SqlErrors.told(failed(new SocketTimeoutException())))
                .isEqualTo("08001: The connection attempt failed. (it did not answer in time)");
        assertThat(SqlErrors.told(failed(new ConnectException()))).isEqualTo("08001: The connection attempt failed.");
    }

    @Test
    void a_failed_batch_says_what_the_server_said_and_not_its_whole_statement() {
        BatchUpdateException batch = new BatchUpdateException(
                "Batch entry 0 INSERT INTO t VALUES ('" + "x".repeat(5_000) + "') was aborted: ERROR: duplicate key",
                "23505",
                new int[0]);
        assertThat(SqlErrors.firstLine(batch))
                .hasSize(301)
                .startsWith("Batch entry 0")
                .endsWith("…");
        batch.setNextException(new SQLException("ERROR: duplicate key\n  Detail: Key (k)=(user7)", "23505"));
        assertThat(SqlErrors.firstLine(batch)).isEqualTo("ERROR: duplicate key");
    }

    private static SQLException failed(Exception cause) {
        return new SQLException("The connection attempt failed.", "08001", new SQLException(cause));
    }

    @ParameterizedTest
    @CsvSource({
        "23505, CONSTRAINT, NONE",
        "22001, OTHER, NONE",
        "42703, OTHER, NONE",
        "40001, SERIALIZATION, RETRY",
        "40P01, DEADLOCK, RETRY",
        "26000, OTHER, PREPARE_AGAIN",
        "0A000, OTHER, NONE",
        "25006, OTHER, LEAVE",
        "25P02, OTHER, NONE",
        "25P03, CONNECTION, RECONNECT",
        "53100, OVERLOAD, NONE",
        "55P03, TIMEOUT, NONE",
        "57014, TIMEOUT, NONE",
    })
    void a_definite_answer_of_the_server_is_a_refusal_even_in_commit(String state, ErrorKind kind, Remedy remedy) {
        assertThat(POSTGRES.failure(error(state), Effect.ONCE, true)).isEqualTo(refused(state, kind, remedy));
    }

    @ParameterizedTest
    @CsvSource({
        "40003, OTHER, NONE",
        "08006, CONNECTION, RECONNECT",
        "08003, CONNECTION, RECONNECT",
        "08007, CONNECTION, RECONNECT",
        "57P01, CONNECTION, RECONNECT",
        "57P02, CONNECTION, RECONNECT",
        "58030, OTHER, NONE",
        "XX000, OTHER, NONE",
        "HY000, OTHER, NONE",
    })
    void in_commit_an_answer_that_is_not_definite_leaves_it_open(String state, ErrorKind kind, Remedy remedy) {
        assertThat(POSTGRES.failure(error(state), Effect.ONCE, true))
                .isEqualTo(new Failure(new Outcome.Unknown(new ErrorCode(kind, state), "ERROR: text"), remedy));
    }

    @ParameterizedTest
    @ValueSource(strings = {"40003", "08006", "57P01", "XX000", "23505"})
    void before_commit_every_failure_is_a_refusal(String state) {
        assertThat(POSTGRES.failure(error(state), Effect.ONCE, false).outcome()).isInstanceOf(Outcome.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"40003", "08006", "57P01", "XX000"})
    void a_read_that_fails_has_changed_nothing(String state) {
        assertThat(POSTGRES.failure(error(state), Effect.READ, true).outcome()).isInstanceOf(Outcome.Refused.class);
    }

    @ParameterizedTest
    @CsvSource({"POSTGRES, true", "COCKROACHDB, false", "YUGABYTEDB, false", "GENERIC, false"})
    void only_postgres_promises_that_what_it_cancels_is_rolled_back(
            @ConvertWith(BuiltIn.class) Dialect dialect, boolean refused) {
        Outcome outcome = new SqlErrors(dialect)
                .failure(error("57014"), Effect.ONCE, true)
                .outcome();
        assertThat(outcome instanceof Outcome.Refused).isEqualTo(refused);
    }

    @Test
    void a_socket_timeout_counts_as_timeout_under_its_sqlstate() {
        var timeout = new SQLException("ERROR: text", "08006", new SocketTimeoutException("Read timed out"));
        assertThat(POSTGRES.failure(timeout, Effect.ONCE, true))
                .isEqualTo(new Failure(
                        new Outcome.Unknown(new ErrorCode(ErrorKind.TIMEOUT, "08006"), "ERROR: text"),
                        Remedy.RECONNECT));
    }

    @Test
    void an_error_without_sqlstate_is_counted_under_the_drivers_name_for_it() {
        assertThat(POSTGRES.failure(new SQLTimeoutException("late"), Effect.ONCE, true)
                        .outcome()
                        .code())
                .isEqualTo("SQLTimeoutException");
    }

    @ParameterizedTest
    @CsvSource({"08001, CONNECTION", "57P03, CONNECTION", "28P01, CONNECTION", "53300, OVERLOAD"})
    void without_a_connection_it_is_refused(String state, ErrorKind kind) {
        assertThat(SqlErrors.refusedConnection(error(state)))
                .isEqualTo(new Outcome.Refused(new ErrorCode(kind, state), "ERROR: text"));
    }

    private static Failure refused(String state, ErrorKind kind, Remedy remedy) {
        return new Failure(new Outcome.Refused(new ErrorCode(kind, state), "ERROR: text"), remedy);
    }

    private static SQLException error(String state) {
        return new SQLException("ERROR: text\n  Detail: a row's data", state);
    }
}
