package squall.cli.report;

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
import squall.results.Directories;
import squall.results.Schema;
import squall.results.file.CanonicalJson;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;

class TableCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void without_a_name_the_tables_are_listed() {
        assertThat(table()).isZero();
        assertThat(out.toString().lines().map(line -> line.split(" ", 2)[0]))
                .containsExactly(
                        "kv-scaling",
                        "tpcc-sweep",
                        "tpcc-scale",
                        "ycsb-load",
                        "key-value",
                        "phases",
                        "rebalance",
                        "disks",
                        "row-check",
                        "durability",
                        "jepsen-findings",
                        "versions");
    }

    @Test
    void a_run_becomes_a_row_next_to_what_was_published() throws Exception {
        Path run = run();

        assertThat(table("kv-scaling", "3=" + run, "--format", "markdown", "--published"))
                .isZero();
        assertThat(out.toString()).contains("Throughput and latency by number of nodes", "KV 95");
    }

    @Test
    void json_keeps_its_schema() throws Exception {
        for (List<String> words : List.of(List.of("--json"), List.of("kv-scaling", "3=" + run(), "--json"))) {
            assertThat(table(words.toArray(String[]::new))).isZero();
            assertThat(Schema.complaints("tables.schema.json", CanonicalJson.read("table", out.toString())))
                    .isEmpty();
            out.getBuffer().setLength(0);
        }
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
    void a_run_in_which_a_node_joined_was_not_balanced_from_the_beginning() throws Exception {
        Path run = run();
        Files.createDirectories(run.resolve("server"));
        Files.writeString(run.resolve("server/metrics.csv"), """
                t_s,node,metric,bound_s,value
                1,n1,token_share,,1
                1,n1,disk_bytes,,900
                61,n1,token_share,,0.52
                61,n1,disk_bytes,,800
                61,n2,token_share,,0.48
                61,n2,disk_bytes,,400
                """);

        assertThat(table("rebalance", run.toString(), "--format", "csv")).isZero();
        assertThat(out.toString())
                .contains(
                        "minute,n1,n2,n1 bytes,n2 bytes,spread_pct,ops_s",
                        "0.833333,1,,900,,N/A,",
                        "1,0.52,0.48,800,400,8,");
        out.getBuffer().setLength(0);
        assertThat(table("rebalance", run.toString())).isZero();
        assertThat(out.toString())
                .contains("n2 seen from 1 min on. Balanced 0 min after that", "Judged by token_share.");
    }

    @Test
    void a_node_that_left_holds_nothing_next_to_those_that_took_over() throws Exception {
        Path run = run();
        Files.createDirectories(run.resolve("server"));
        Files.writeString(run.resolve("server/metrics.csv"), """
                t_s,node,metric,bound_s,value
                1,n1,token_share,,0.41
                1,n2,token_share,,0.59
                111,n1,token_share,,0.41
                111,n2,token_share,,0.59
                117,n1,token_share,,1
                """);

        assertThat(table("rebalance", run.toString(), "--format", "csv")).isZero();
        assertThat(out.toString()).contains("\n1.66667,0.41,0.59,", "\n1.83333,1,,N/A,");
    }

    @Test
    void a_table_that_a_run_cannot_fill_says_what_is_missing() throws Exception {
        assertThat(table("rebalance", run().toString())).isEqualTo(2);
        assertThat(err.toString()).contains("says nothing of what its nodes held");
    }

    @Test
    void a_run_of_something_else_says_what_to_name_instead() throws Exception {
        Path run = run();

        assertThat(refusal("tpcc-sweep", run.toString()))
                .endsWith(run
                        + " has no efficiency in figures.json: name runs of bin/benchbase -b tpcc with --execute=true,"
                        + " or what bin/report merge made of them");
        assertThat(refusal("tpcc-scale", run.toString()))
                .endsWith("tpcc-scale: before each run stands what it ran on, as small=" + run + " or 6=" + run);
        assertThat(refusal("ycsb-load", run.toString()))
                .endsWith(run + " is no load of rows: name run directories of bin/ycsb load");
        assertThat(refusal("key-value", run.toString()))
                .endsWith(run + " is no run of a sample application: name run directories of bin/sample-apps");
        assertThat(refusal("phases", run.toString()))
                .endsWith(run + " was under no scenario: name run directories of bin/adversity run");
    }

    @Test
    void a_run_of_tpc_c_becomes_a_step_of_a_sweep() throws Exception {
        Path run = tpcc(123.4);

        assertThat(table("tpcc-sweep", run.toString(), "--format", "csv")).isZero();
        assertThat(out.toString().lines().toList().getLast()).matches("10,123\\.4,96\\.0(,\\d+\\.\\d){6},");
    }

    /** Covers an old error: whether terminals waited was guessed from the efficiency, though the manifest says it. */
    @Test
    void a_run_without_waits_is_not_comparable_by_its_manifest() throws Exception {
        Path run = tpcc(80);
        amend(run, "\"workload\" : \"tpcc\"", "\"waits\" : false, \"workload\" : \"tpcc\"");

        assertThat(table("tpcc-sweep", run.toString(), "--format", "csv")).isZero();
        assertThat(out.toString().lines().toList().getLast()).matches("10,80\\.0,(,\\d+\\.\\d){6},not comparable");
    }

    private Path tpcc(double tpmC) throws Exception {
        Path run = Synthetic.disturbed(80, List.of("NewOrder", "Payment"), 10).write(folder);
        Directories.unlisted(run);
        FiguresFile.write(
                run,
                List.of(
                        WorkloadFigure.sum("tpmC", "(unaudited)", tpmC),
                        WorkloadFigure.percent("efficiency", tpmC, 128.6)));
        return run;
    }

    @Test
    void a_run_that_did_not_end_well_says_so_below_its_figures() throws Exception {
        Path run = run();
        Path summary = run.resolve("summary.json");
        String reason = "{\"code\" : 6, \"reason\" : \"the client was overloaded\"}";
        Files.writeString(
                summary,
                Files.readString(summary).replaceFirst("\"exit_codes\" : \\[ *]", "\"exit_codes\" : [" + reason + "]"));

        assertThat(table("kv-scaling", "3=" + run)).isZero();
        assertThat(out.toString()).containsPattern("! 3 \\(\\S+\\) ended with exit 6: the client was overloaded");
    }

    @Test
    void a_run_that_is_named_twice_is_refused() throws Exception {
        Path run = run();

        assertThat(table("kv-scaling", "3=" + run, "6=" + run)).isEqualTo(2);
        assertThat(err.toString()).contains("is named twice");
    }

    @Test
    void two_runs_of_one_name_are_no_two_columns() throws Exception {
        Path run = loaded();

        Path other =
                Synthetic.disturbed(80, List.of("INSERT"), 10).write(Files.createDirectory(folder.resolve("other")));
        amend(other, "\"workload\"", "\"phase\" : \"load\", \"workload\"");
        renamed(other);

        assertThat(refusal("ycsb-load", "pg=" + run, "pg=" + other))
                .endsWith("ycsb-load: two runs are called 'pg'; give each a NAME of its own, as range=RUN hash=RUN");
    }

    @Test
    void a_load_becomes_a_column() throws Exception {
        assertThat(table("ycsb-load", "pg=" + loaded(), "--format", "csv", "--published"))
                .isZero();
        assertThat(out.toString()).contains("figure,unit,pg", "rows,,", "25h 45m 14s");
    }

    @Test
    void a_sample_application_becomes_a_line_of_the_paper() throws Exception {
        Path run = Synthetic.disturbed(80, List.of("Read"), 10).write(folder);
        amend(run, "\"workload\" : \"tpcc\"", "\"readers\" : 4, \"writers\" : 0, \"workload\" : \"SqlInserts\"");
        Files.createDirectories(run.resolve("config"));
        Files.writeString(run.resolve("config/effective.properties"), "max_written_key=4999\n");

        assertThat(table("key-value", "pg=" + run, "--format", "csv")).isZero();
        assertThat(out.toString().lines().toList().get(1)).startsWith("pure queries,,read,5000,pg,4,");
    }

    @Test
    void the_folder_of_an_experiment_stands_for_the_last_run_of_each_step() throws Exception {
        for (String step : List.of("reads", "reads.attempt-1", "writes")) {
            String operation = step.equals("writes") ? "Write" : "Read";
            Path steps =
                    Files.createDirectories(folder.resolve("experiment/steps").resolve(step));
            Path run = Synthetic.disturbed(80, List.of(operation), 10).write(steps);
            String sessions =
                    operation.equals("Read") ? "\"readers\" : 4, \"writers\" : 0" : "\"readers\" : 0, \"writers\" : 4";
            amend(run, "\"workload\" : \"tpcc\"", sessions + ", \"workload\" : \"SqlInserts\"");
            if (step.equals("writes")) {
                renamed(run);
            }
            Files.createDirectories(run.resolve("config"));
            Files.writeString(run.resolve("config/effective.properties"), "");
        }

        assertThat(table("key-value", "pg=" + folder.resolve("experiment"), "--format", "csv"))
                .isZero();
        assertThat(out.toString().lines().skip(1).map(line -> line.split(",", -1)[0]))
                .contains("pure inserts", "pure queries");
    }

    @Test
    void a_sample_application_that_the_paper_has_not_is_told_what_it_has() throws Exception {
        Path run = Synthetic.disturbed(80, List.of("Read"), 10).write(folder);
        amend(run, "\"workload\" : \"tpcc\"", "\"readers\" : 4, \"writers\" : 2, \"workload\" : \"SqlInserts\"");

        assertThat(refusal("key-value", run.toString()))
                .endsWith(run
                        + " is a run of SqlInserts with 4 readers and 2 writers, which is none of the experiments pure"
                        + " inserts, pure queries, updates and queries, index inserts, index reads, transactions: name runs as"
                        + " bin/experiment run paper-workloads makes them, see workloads/whitepaper");
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

    /** Returns the message about a mistake. */
    private String refusal(String... words) {
        err.getBuffer().setLength(0);
        assertThat(table(words)).isEqualTo(2);
        return err.toString().lines().findFirst().orElseThrow();
    }

    private Path loaded() throws Exception {
        Path run = Synthetic.disturbed(80, List.of("INSERT"), 10).write(folder);
        amend(run, "\"workload\"", "\"phase\" : \"load\", \"workload\"");
        return run;
    }

    /** Changes a run to another one, by its id. */
    private static void renamed(Path run) throws Exception {
        for (String name : List.of("manifest.json", "summary.json")) {
            Path file = run.resolve(name);
            Files.writeString(file, Files.readString(file).replaceFirst("(\"run_id\" : \"[^\"]*)\"", "$1-2\""));
        }
    }

    private static void amend(Path run, String from, String to) throws Exception {
        Path manifest = run.resolve("manifest.json");
        String text = Files.readString(manifest);
        assertThat(text).contains(from);
        Files.writeString(manifest, text.replace(from, to));
    }

    private Path run() throws Exception {
        return Synthetic.disturbed(120, List.of("READ", "UPDATE"), 10).write(folder);
    }
}
