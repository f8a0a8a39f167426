package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.RetryState.AttemptFailure.Remedy;

class SqlErrorsTest {
    private static final SqlErrors POSTGRES = new SqlErrors(Dialects.POSTGRES);

    @Test
    void what_the_drivers_words_hide_of_a_failed_connect_is_told() {
        assertThat(SqlErrors.text(failed(new UnknownHostException("h"))))
                .isEqualTo("08001: The connection attempt failed. (unknown host)");
        assertThat(SqlErrors.text(failed(new SocketTimeoutException())))
                .isEqualTo("08001: The connection attempt failed. (it did not respond in time)");
        assertThat(SqlErrors.text(failed(new ConnectException()))).isEqualTo("08001: The connection attempt failed.");
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
        assertThat(POSTGRES.failure(error(state), WorkEffect.ONCE, true)).isEqualTo(refused(state, kind, remedy));
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
        assertThat(POSTGRES.failure(error(state), WorkEffect.ONCE, true))
                .isEqualTo(new RetryState.AttemptFailure(
                        new Outcome.Unknown(new ErrorCode(kind, state), "ERROR: text"), remedy));
    }

    @ParameterizedTest
    @ValueSource(strings = {"40003", "08006", "57P01", "XX000", "23505"})
    void before_commit_every_failure_is_a_refusal(String state) {
        assertThat(POSTGRES.failure(error(state), WorkEffect.ONCE, false).outcome())
                .isInstanceOf(Outcome.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"40003", "08006", "57P01", "XX000"})
    void a_read_that_fails_has_changed_nothing(String state) {
        assertThat(POSTGRES.failure(error(state), WorkEffect.READ, true).outcome())
                .isInstanceOf(Outcome.Refused.class);
    }

    @ParameterizedTest
    @CsvSource({"POSTGRES, true", "COCKROACHDB, false", "YUGABYTEDB, false", "GENERIC, false", "MARIADB, false"})
    void only_postgres_promises_that_what_it_cancels_is_rolled_back(
            @ConvertWith(BuiltIn.class) SqlDialect dialect, boolean refused) {
        Outcome outcome = new SqlErrors(dialect)
                .failure(error("57014"), WorkEffect.ONCE, true)
                .outcome();
        assertThat(outcome instanceof Outcome.Refused).isEqualTo(refused);
    }

    @ParameterizedTest
    @CsvSource({
        // state, number, kind, code, remedy, whether it is known not to be applied although the commit was sent
        "40001, 1213, SERIALIZATION, 40001, RETRY, true",
        "HY000, 1020, SERIALIZATION, HY000/1020, RETRY, true",
        "HY000, 9007, SERIALIZATION, HY000/9007, RETRY, true",
        "HY000, 8005, SERIALIZATION, HY000/8005, RETRY, true",
        "HY000, 1205, TIMEOUT, HY000/1205, NONE, true",
        "70100, 1969, TIMEOUT, 70100/1969, NONE, false",
        "HY000, 3024, TIMEOUT, HY000/3024, NONE, false",
        "70100, 1317, TIMEOUT, 70100/1317, NONE, false",
        "08S01, 1047, CONNECTION, 08S01, RECONNECT, false",
        "08S01, 1053, CONNECTION, 08S01, RECONNECT, false",
        "70100, 1927, CONNECTION, 70100/1927, RECONNECT, false",
        "08000, -1, CONNECTION, 08000, RECONNECT, false",
        "HY000, 1180, OTHER, HY000/1180, NONE, false",
        "HY000, 1105, OTHER, HY000/1105, NONE, false",
        "23000, 1062, CONSTRAINT, 23000, NONE, true",
        "23000, 1452, CONSTRAINT, 23000, NONE, true",
        "42S02, 1146, OTHER, 42S02, NONE, true",
        "HY000, 1290, OTHER, HY000/1290, LEAVE, true",
        "HY000, 1114, OVERLOAD, HY000/1114, NONE, true",
        "HY000, 1243, OTHER, HY000/1243, PREPARE_AGAIN, true",
    })
    void mysqls_errors_are_told_apart_by_their_numbers(
            String state, int number, ErrorKind kind, String code, Remedy remedy, boolean refused) {
        ErrorCode error = new ErrorCode(kind, code);
        SQLException failure = new SQLException("(conn=17) text", state, number);
        for (SqlDialect dialect : List.of(Dialects.MARIADB, Dialects.TIDB, Dialects.MYSQL)) {
            assertThat(new SqlErrors(dialect).failure(failure, WorkEffect.ONCE, true))
                    .isEqualTo(new RetryState.AttemptFailure(
                            refused ? new Outcome.Refused(error, "text") : new Outcome.Unknown(error, "text"), remedy));
        }
    }

    @ParameterizedTest
    @CsvSource({"23000, 1062, true", "23000, 1586, true", "23000, 1452, false", "23505, 0, false"})
    void mysqls_duplicates_are_known_by_their_number(String state, int number, boolean duplicate) {
        assertThat(Dialects.MARIADB.duplicateKey(new SQLException("text", state, number)))
                .isEqualTo(duplicate);
    }

    @Test
    void a_socket_timeout_counts_as_timeout_under_its_sqlstate() {
        var timeout = new SQLException("ERROR: text", "08006", new SocketTimeoutException("Read timed out"));
        assertThat(POSTGRES.failure(timeout, WorkEffect.ONCE, true))
                .isEqualTo(new RetryState.AttemptFailure(
                        new Outcome.Unknown(new ErrorCode(ErrorKind.TIMEOUT, "08006"), "ERROR: text"),
                        Remedy.RECONNECT));
    }

    @Test
    void an_error_without_sqlstate_is_counted_under_the_drivers_name_for_it() {
        assertThat(POSTGRES.failure(new SQLTimeoutException("late"), WorkEffect.ONCE, true)
                        .outcome()
                        .code())
                .isEqualTo("SQLTimeoutException");
    }

    @ParameterizedTest
    @CsvSource({"08001, CONNECTION", "57P03, CONNECTION", "28P01, CONNECTION", "53300, OVERLOAD"})
    void without_a_connection_it_is_refused(String state, ErrorKind kind) {
        assertThat(POSTGRES.refusedConnection(error(state)))
                .isEqualTo(new Outcome.Refused(new ErrorCode(kind, state), "ERROR: text"));
    }

    /** Covers an old error: a wrong password was told as an unreachable database, without a hint at the password. */
    @Test
    void a_server_that_refuses_user_or_password_is_told_from_one_that_is_gone() {
        assertThat(SqlErrors.loginRefused(new SQLException("db:1: 28P01", "28P01", error("28P01"))))
                .isTrue();
        assertThat(SqlErrors.loginRefused(new SQLException("Access denied", "28000", 1045)))
                .isTrue();
        assertThat(SqlErrors.loginRefused(error("08001"))).isFalse();
    }

    private static RetryState.AttemptFailure refused(String state, ErrorKind kind, Remedy remedy) {
        return new RetryState.AttemptFailure(new Outcome.Refused(new ErrorCode(kind, state), "ERROR: text"), remedy);
    }

    private static SQLException error(String state) {
        return new SQLException("ERROR: text\n  Detail: a row's data", state);
    }
}
