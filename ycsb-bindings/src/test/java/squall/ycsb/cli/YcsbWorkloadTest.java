package squall.ycsb.cli;

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

class YcsbWorkloadTest {
    private static final Target CQL = new Target("cassandra", "cql://127.0.0.1:1", "", "", Map.of());
    private static final Target SQL = new Target("postgres", "jdbc:postgresql://127.0.0.1:1/a", "", "", Map.of());

    /** Rows were missing after the load on a busy machine: the 3 s of a scenario, meant for its faults, were too short for some. */
    @ParameterizedTest
    @CsvSource({"3s, 3000, 30000", "90s, 90000, 90000"})
    void a_table_is_filled_with_time_enough_whatever_a_statement_of_the_run_may_take(
            String limit, int running, int filling) throws IOException {
        PreparedYcsb prepared = prepare(CQL, limit);
        assertThat(prepared.properties().get(CqlProperties.REQUEST_TIMEOUT)).isEqualTo(running);
        assertThat(prepared.filling().get(CqlProperties.REQUEST_TIMEOUT)).isEqualTo(filling);
    }

    @Test
    void so_it_is_over_sql() throws IOException {
        PreparedYcsb prepared = prepare(SQL, "3s");
        assertThat(prepared.properties().get(JdbcProperties.STATEMENT_TIMEOUT)).isEqualTo(Duration.ofSeconds(3));
        assertThat(prepared.filling().get(JdbcProperties.STATEMENT_TIMEOUT)).isEqualTo(Duration.ofSeconds(30));
    }

    private static PreparedYcsb prepare(Target target, String limit) throws IOException {
        Options options = new Options("load", Map.of("workload", "../workloads/workloada", "statementTimeout", limit));
        return (PreparedYcsb) new YcsbWorkload().prepare(options, target, 7);
    }
}
