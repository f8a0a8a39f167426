package squall.testbed.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.testbed.postgres.PostgresServer.Answer;

class PostgresAnswerTest {
    /** Covers an old error: a server whose connections were all in use, or that restarted, passed for that of another. */
    @ParameterizedTest
    @ValueSource(strings = {"53300", "57P01", "57P02", "57P03", "08001", "08006"})
    void a_server_that_accepts_no_statement_now_is_asked_again(String sqlState) {
        assertThat(PostgresServer.refusal(new SQLException("not now", sqlState)))
                .isEqualTo(new Answer.NotYet("not now"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"08P01", "28P01"})
    void a_server_that_refuses_for_good_is_another(String sqlState) {
        assertThat(PostgresServer.refusal(new SQLException("no", sqlState)))
                .isEqualTo(new Answer.Other("a server that reports: no"));
    }
}
