package squall.ycsb.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.spi.Options;
import squall.spi.Target;
import squall.ycsb.CqlProperties;
import squall.ycsb.JdbcProperties;

class YcsbLoadsTest {
    private static final Target CQL = new Target("cassandra", "cql://127.0.0.1:1", "", "", Map.of());
    private static final Target SQL = new Target("postgres", "jdbc:postgresql://127.0.0.1:1/a", "", "", Map.of());

    /** Rows were missing after the load on a busy machine: the 3 s of a scenario, meant for its faults, were too short for some. */
    @ParameterizedTest
    @CsvSource({"3s, 3000, 30000", "90s, 90000, 90000"})
    void a_table_is_filled_with_time_enough_whatever_a_statement_of_the_run_may_take(
            String limit, int running, int filling) throws IOException {
        YcsbLoadProvider offer = offer(CQL, limit);
        assertThat(offer.properties().get(CqlProperties.REQUEST_TIMEOUT)).isEqualTo(running);
        assertThat(offer.filling().get(CqlProperties.REQUEST_TIMEOUT)).isEqualTo(filling);
    }

    @Test
    void so_it_is_over_sql() throws IOException {
        YcsbLoadProvider offer = offer(SQL, "3s");
        assertThat(offer.properties().get(JdbcProperties.STATEMENT_TIMEOUT)).isEqualTo(Duration.ofSeconds(3));
        assertThat(offer.filling().get(JdbcProperties.STATEMENT_TIMEOUT)).isEqualTo(Duration.ofSeconds(30));
    }

    private static YcsbLoadProvider offer(Target target, String limit) throws IOException {
        Options options = new Options("load", Map.of("workload", "../workloads/workloada", "statementTimeout", limit));
        return (YcsbLoadProvider) new YcsbLoads().offer(options, target, 7);
    }
}
