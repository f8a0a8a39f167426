package squall.ycsb.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.TestCommand.Ended;
import squall.ycsb.binding.JdbcDb;

/** Test of classes of third parties on Squall, and of Squall's binding under upstream's own client. */
@Tag("server")
@Tag("extended")
class ExtensionServerTest {
    private static final String DB = """
            package com.example;

            import java.util.*;
            import site.ycsb.*;

            public class SlateDb extends DB {
              public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) {
                r.put("word", new StringByteIterator(getProperties().getProperty("slate.word")));
                return Status.OK;
              }
              public Status scan(String t, String k, int n, Set<String> f, Vector<HashMap<String, ByteIterator>> r) {
                return Status.NOT_IMPLEMENTED;
              }
              public Status update(String t, String k, Map<String, ByteIterator> v) { return Status.ERROR; }
              public Status insert(String t, String k, Map<String, ByteIterator> v) { return Status.OK; }
              public Status delete(String t, String k) { return Status.OK; }
            }
            """;
    private static final String WORKLOAD = """
            package com.example;

            import java.util.*;
            import site.ycsb.*;

            public class Hello extends Workload {
              public boolean doInsert(DB db, Object state) {
                return db.insert("usertable", "k", new HashMap<>()).isOk();
              }
              public boolean doTransaction(DB db, Object state) {
                Map<String, ByteIterator> row = new HashMap<>();
                db.read("usertable", "k", null, row);
                return row.get("word").toString().equals("hello");
              }
            }
            """;

    private static Bench bench;

    @TempDir
    private Path classes;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("extension");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @Test
    void a_database_and_a_workload_of_others_run_from_the_class_path() throws IOException {
        compile();
        Ended ended = bench.ycsb("run basic -cp " + classes + " -db com.example.SlateDb -p workload=com.example.Hello"
                + " -p slate.word=hello -p recordcount=1 -p operationcount=100 -threads 2");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.value("READ", "Return=OK")).contains("100");
        assertThat(ended.err()).contains("warning: -p: unknown property 'slate.word'");
    }

    @Test
    void squalls_own_workload_runs_on_a_database_of_others_whose_failed_writes_are_unknown() throws IOException {
        compile();
        Ended ended = bench.ycsb("run basic -cp " + classes + " -db com.example.SlateDb -P workloada"
                + " -p slate.word=hello -p operationcount=100");
        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(ended.err()).contains("UPDATE ERROR other, outcome unknown");
    }

    @Test
    void an_unknown_property_is_refused_where_all_classes_are_squalls() {
        Ended ended = bench.ycsb("run jdbc -P workloada -p recordcuont=5");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("-p: unknown property 'recordcuont'").contains("recordcount");
    }

    @Test
    void upstreams_own_client_runs_on_the_binding() throws IOException, InterruptedException, SQLException {
        String common = " -P workloada -p table=theirs -p recordcount=100 -p operationcount=200";
        assertThat(bench.ycsb("load jdbc -p insertcount=50" + common).code()).isZero();
        assertThat(upstream("-load" + common + " -p insertstart=50 -p insertcount=50"))
                .contains("[INSERT], Return=OK, 50");
        assertThat(upstream("-t" + common)).contains("[READ], Return=OK, ").doesNotContain("ERROR");
        assertThat(bench.ask("SELECT count(*) FROM theirs")).isEqualTo("100");
    }

    @Test
    void upstreams_batches_store_every_row_and_account_for_each() throws SQLException {
        String load =
                "load jdbc -P workloada -p squall.workload=upstream -p jdbc.batchupdateapi=true -p db.batchsize=64"
                        + " -threads 3 -p table=batched -p insertstart=1 -p recordcount=";
        assertThat(bench.ycsb("load jdbc -P workloada -p table=batched -p recordcount=1")
                        .code())
                .isZero();
        bench.tell("UPDATE batched SET YCSB_KEY = 'user6887061224694016598'"); // row 1500
        Ended ended = bench.ycsb(load + "2001");
        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(ended.value("INSERT", "Return=OK")).contains("1999");
        assertThat(ended.value("ERRORS", "INSERT 23505")).contains("1");
        assertThat(ended.value("PLAN", "Finished")).contains("2000");
        assertThat(bench.ask("SELECT count(*) FROM batched")).isEqualTo("2000");
        assertThat(ended.err().lines()).allMatch(line -> line.length() < 500);
    }

    @Test
    void upstreams_workload_makes_its_table_and_obeys_existing() throws SQLException {
        String load = "load jdbc -P workloada --workload=upstream -p table=made -p recordcount=50";
        Ended made = bench.ycsb(load);
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(made.err()).contains("made table made");
        Ended refused = bench.ycsb(load);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("table made already has rows");
        assertThat(bench.ycsb(load + " --existing=drop").code()).isZero();
        assertThat(bench.ycsb(load + " --existing=truncate").code()).isZero();
        Ended append = bench.ycsb(load + " --existing=append");
        assertThat(append.code()).isEqualTo(2);
        assertThat(append.err()).contains("--existing=append loads only the missing rows");
        assertThat(bench.ask("SELECT count(*) FROM made")).isEqualTo("50");
    }

    @Test
    void upstreams_workload_does_not_run_without_a_table() {
        Ended ended = bench.ycsb("run jdbc -P workloada --workload=upstream -p table=nowhere -p recordcount=50");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("table nowhere does not exist; load it first: bin/ycsb load jdbc");
    }

    @Test
    void batches_need_a_size_with_upstreams_workload_too() {
        Ended ended = bench.ycsb("load jdbc -P workloada -p squall.workload=upstream -p jdbc.batchupdateapi=true");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("-p: jdbc.batchupdateapi=true needs db.batchsize");
    }

    @Test
    void each_status_of_failures_has_a_group_where_it_is_asked_for() throws SQLException {
        String options = " jdbc -P workloadc -p table=apart -p recordcount=10 -p operationcount=50";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        bench.tell("ALTER TABLE apart RENAME TO whole");
        String fields =
                IntStream.range(1, 10).mapToObj(number -> ", field" + number).collect(Collectors.joining());
        bench.tell("CREATE VIEW apart AS SELECT ycsb_key, (1 / (length(field0) * 0))::text AS field0" + fields
                + " FROM whole");
        Ended ended = bench.ycsb("run" + options + " -p latencytrackederrors=22012"); // division by zero
        assertThat(ended.value("READ-22012", "Operations")).contains("50");
        assertThat(ended.out()).doesNotContain("[READ-FAILED]");
    }

    @Test
    void a_warm_up_longer_than_the_run_is_said() {
        String options = " jdbc -P workloadc -p table=warm -p recordcount=10 -p operationcount=50";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options + " --warmup=60s");
        assertThat(ended.code()).as(ended.err()).isEqualTo(6);
        assertThat(ended.err().replaceAll("\\s+", " ")).contains("nothing was measured", "within its warm-up");
    }

    @Test
    void a_report_goes_to_the_file_that_is_named() throws IOException {
        Path file = classes.resolve("report.txt");
        Ended ended = bench.ycsb("load jdbc -P workloada -p table=exported -p recordcount=5 -p exportfile=" + file);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).isEmpty();
        assertThat(Files.readString(file)).contains("[INSERT], Return=OK, 5\n");
    }

    @Test
    void more_operations_than_two_thousand_million_can_be_asked_for() {
        String options = " jdbc -P workloadc -p table=many -p recordcount=5";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options + " -p operationcount=3000000000 --abort-on no-success:30s"
                + " -p maxexecutiontime=1 --rate 100");
        // How many of them a busy machine gets done is another matter.
        assertThat(ended.value("PLAN", "Planned")).as(ended.err()).contains("100");
    }

    @Test
    void runs_that_insert_go_on_where_the_last_one_ended() throws SQLException {
        for (String name : List.of("workloadd", "workloade")) {
            String options = " jdbc -P " + name + " -p table=again_" + name + " -p recordcount=100"
                    + " -p operationcount=200 -p insertproportion=0.3 -threads 4";
            assertThat(bench.ycsb("load" + options).code()).isZero();
            long rows = 100;
            for (int run = 1; run <= 3; run++) {
                Ended ended = bench.ycsb("run" + options);
                assertThat(ended.code()).as(ended.err()).isZero();
                rows += Long.parseLong(ended.value("INSERT", "Return=OK").orElseThrow());
            }
            assertThat(bench.ask("SELECT count(*) FROM again_" + name)).isEqualTo(String.valueOf(rows));
        }
    }

    @Test
    void a_password_that_was_refused_is_not_repeated() throws IOException {
        Ended ended = bench.ycsb("run jdbc -P workloada --debug -p db.passwd=s3cr3t-once"
                + " -p db.url=jdbc:postgresql://127.0.0.1:1/ycsb?user=me&password=s3cr3t-twice");
        assertThat(ended.out() + ended.err()).doesNotContain("s3cr3t");
    }

    @Test
    void histogram_files_and_the_report_count_a_read_modify_write_alike() throws IOException {
        String options = " jdbc -P workloadf -p table=modified -p recordcount=20 -p operationcount=100";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options + " -s -p status.interval=1 -p hdrhistogram.fileoutput=true"
                + " -p hdrhistogram.output.path=" + classes + "/");
        assertThat(ended.value("READ", "Operations")).contains("100");
        assertThat(ended.err()).contains("[READ: Count=").doesNotContain("[RMW-");
        try (Stream<Path> files = Files.list(classes)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("READ.hdr", "UPDATE.hdr", "READ-MODIFY-WRITE.hdr");
        }
    }

    /** Compiles the classes as a third party does: against nothing but the YCSB core. */
    private void compile() throws IOException {
        List<String> sources = List.of(written("SlateDb", DB), written("Hello", WORKLOAD));
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
        arguments.addAll(sources);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private String written(String name, String source) throws IOException {
        return Files.writeString(classes.resolve(name + ".java"), source).toString();
    }

    /** Runs upstream's client in a process of its own, as it ends the process that it is in. */
    private String upstream(String line) throws IOException, InterruptedException {
        Path workloads = Path.of("../workloads").toAbsolutePath().normalize();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "site.ycsb.Client",
                "-db",
                JdbcDb.class.getName()));
        command.addAll(List.of(line.replace("-P ", "-P " + workloads + "/").split(" ", -1)));
        command.addAll(bench.address());
        Path out = classes.resolve("out");
        Process client = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(out, UTF_8);
    }
}
