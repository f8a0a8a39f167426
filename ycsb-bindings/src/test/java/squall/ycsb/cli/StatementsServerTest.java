package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test of the statements that arrive at the server, by the server's own log. */
@Tag("server")
class StatementsServerTest {
    private static final Pattern EXECUTED = Pattern.compile("execute [^:]+: (.*)");

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException, SQLException {
        bench = new Bench("statements");
        bench.tell("ALTER SYSTEM SET log_statement = 'all'");
        bench.tell("SELECT pg_reload_conf()");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @Test
    void a_read_names_all_columns_and_an_update_the_one_it_writes() throws IOException {
        assertThat(logged("workloada", "updated", ""))
                .containsExactlyInAnyOrder(
                        "SELECT field0,field1 FROM updated WHERE YCSB_KEY = $1",
                        "UPDATE updated SET field0=$1 WHERE YCSB_KEY = $2",
                        "UPDATE updated SET field1=$1 WHERE YCSB_KEY = $2");
    }

    @Test
    void a_read_of_one_field_names_that_column_alone() throws IOException {
        assertThat(logged("workloadc", "one", " -p readallfields=false"))
                .containsExactlyInAnyOrder(
                        "SELECT field0 FROM one WHERE YCSB_KEY = $1", "SELECT field1 FROM one WHERE YCSB_KEY = $1");
    }

    @Test
    void a_scan_is_in_the_order_of_keys_and_ends_at_its_limit() throws IOException {
        assertThat(logged("workloade", "scanned", " -p insertproportion=0.5"))
                .contains(
                        "SELECT YCSB_KEY,field0,field1 FROM scanned WHERE YCSB_KEY >= $1 ORDER BY YCSB_KEY LIMIT $2",
                        "INSERT INTO scanned (YCSB_KEY,field0,field1) VALUES($1,$2,$3)");
    }

    /** Returns the statements that a run executed on its table, after a load. */
    private static Set<String> logged(String file, String table, String more) throws IOException {
        String options = " jdbc -P " + file + " -p recordcount=20 -p operationcount=100 -p fieldcount=2 -p table="
                + table + more;
        assertThat(bench.ycsb("load" + options).code()).isZero();
        long before = Files.size(bench.server().log());
        assertThat(bench.ycsb("run" + options).code()).isZero();
        String log = Files.readString(bench.server().log()).substring((int) before);
        return EXECUTED.matcher(log)
                .results()
                .map(match -> match.group(1).strip())
                .filter(statement -> statement.contains(" " + table + " ") && !statement.contains("1 = 0"))
                .collect(Collectors.toSet());
    }
}
