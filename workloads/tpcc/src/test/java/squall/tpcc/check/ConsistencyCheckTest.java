package squall.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.tpcc.check.ConsistencyCheck.SqlFailure;

class ConsistencyCheckTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1:1: 08001: refused | 08001 | 127.0.0.1:1: 08001: refused",
                "no such table               | 42P01 | 42P01: no such table",
            })
    void the_sqlstate_of_a_database_that_is_gone_is_told_once(String message, String state, String told) {
        assertThat(SqlFailure.text(new SQLException(message, state))).isEqualTo(told);
    }
}
