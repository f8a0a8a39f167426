package squall.ycsb.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcTargetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://a/x;jdbc:postgresql://b/x | jdbc:postgresql://a/x | jdbc:postgresql://b/x",
                "jdbc:postgresql://a/x ; jdbc:postgresql://b/x; | jdbc:postgresql://a/x | jdbc:postgresql://b/x",
                "jdbc:sqlserver://h:1433;databaseName=ycsb;encrypt=true | jdbc:sqlserver://h:1433;databaseName=ycsb;encrypt=true |",
                "jdbc:h2:mem:a;MODE=MySQL;jdbc:h2:mem:b;MODE=MySQL | jdbc:h2:mem:a;MODE=MySQL | jdbc:h2:mem:b;MODE=MySQL",
                "jdbc:ignite:thin://h?a;user=u;password=p | jdbc:ignite:thin://h?a;user=u;password=p |",
                "jdbc:proxy://h;target=x;;jdbc:y://z | jdbc:proxy://h;target=x;jdbc:y://z |",
            })
    void a_semicolon_separates_addresses_only_before_the_next_jdbc(String url, String first, String second) {
        assertThat(JdbcTarget.addresses(url)).isEqualTo(second == null ? List.of(first) : List.of(first, second));
    }
}
