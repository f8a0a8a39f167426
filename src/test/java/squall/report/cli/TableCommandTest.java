package squall.report.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import squall.report.Synthetic;

class TableCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void without_a_name_the_tables_are_listed() {
        assertThat(table()).isZero();
        assertThat(out.toString()).contains("kv-scaling", "rebalance", "row-check", "versions");
    }

    @Test
    void a_run_becomes_a_row_beside_what_was_published() throws Exception {
        Path run = run();

        assertThat(table("kv-scaling", "3=" + run, "--format", "markdown", "--beside"))
                .isZero();
        assertThat(out.toString()).contains("Throughput and latency by number of nodes", "KV 95");
    }

    @Test
    void rows_are_counted_with_the_nodes_that_were_dead_meanwhile() throws Exception {
        assertThat(table("row-check", "a=" + run(), "--format", "csv")).isZero();
        assertThat(out.toString().lines().toList().getLast())
                .startsWith("a,1204,yes,1204,yes,0,0,0,,\"kill -9 n1, kill -9 n2,")
                .endsWith(",orders");
    }

    @Test
    void runs_of_one_version_are_no_comparison() throws Exception {
        assertThat(table("versions", run().toString())).isEqualTo(2);
        assertThat(err.toString()).contains("runs of two versions at least, not only of 17.5");
    }

    @Test
    void what_nodes_held_is_read_from_the_readings_of_a_run() throws Exception {
        Path run = run();
        Files.createDirectories(run.resolve("server"));
        Files.writeString(run.resolve("server/metrics.csv"), """
                t_s,node,metric,bound_s,value
                1,n1,disk_bytes,,900
                1,n2,disk_bytes,,100
                61,n1,disk_bytes,,500
                61,n2,disk_bytes,,500
                """);

        assertThat(table("rebalance", run.toString())).isZero();
        assertThat(out.toString()).contains("Balanced after 1 min");
    }

    @Test
    void a_table_that_a_run_cannot_fill_says_what_is_missing() throws Exception {
        assertThat(table("rebalance", run().toString())).isEqualTo(2);
        assertThat(err.toString()).contains("says nothing of what its nodes held");
    }

    @Test
    void an_unknown_table_is_a_usage_error() {
        assertThat(table("row-chek", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no table 'row-chek'", "did you mean 'row-check'?");
    }

    private int table(String... words) {
        CommandLine line = ReportCommand.line();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        String[] all = new String[words.length + 1];
        all[0] = "table";
        System.arraycopy(words, 0, all, 1, words.length);
        return line.execute(all);
    }

    private Path run() throws Exception {
        return Synthetic.disturbed(120, List.of("READ", "UPDATE"), 10).write(folder);
    }
}
