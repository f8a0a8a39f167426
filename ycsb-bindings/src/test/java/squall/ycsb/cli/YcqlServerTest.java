package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlSettings;
import squall.results.merge.RunMerge;
import squall.spi.CheckResult;
import squall.spi.Options;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;

/** Test of the ycql binding as its users run it, on a real Cassandra; each test has a table of its own. */
@Tag("server")
@Tag("extended")
class YcqlServerTest {
    private static CassandraCluster cluster;
    private static CqlDatabase database;
    private static String hosts;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        StateFolder state = StateFolder.at(Path.of("target", "testbed").toAbsolutePath());
        cluster = new CassandraCluster(state, "ycql");
        cluster.up(new Options("up", Map.of("quick", "true")), line -> {});
        hosts = cluster.target().url().replaceAll("cql://|\\?.*", "");
        database = CqlDatabase.connect(CqlSettings.of(hosts));
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        database.close();
        cluster.reset();
    }

    @Test
    void every_workload_runs_on_what_was_loaded_and_on_what_others_added() throws IOException, InterruptedException {
        String options = " -p table=twice -p recordcount=200 -p operationcount=300 -threads 3";
        assertThat(ycsb("load ycql -P workloada" + options).code()).isZero();
        for (String name : "a b c d e f d e".split(" ", -1)) {
            Ended ended = ycsb("run ycql -P workload" + name + options);
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out().lines()).allMatch(line -> line.matches("^\\[[^]]+\\], [^,]+, \\S+$"));
            assertThat(ended.value("PLAN", "Finished")).contains("300");
        }
        assertThat(count("twice")).isGreaterThan(200);
    }

    @Test
    void a_table_with_other_columns_is_refused_and_keeps_its_rows() throws Exception {
        database.administer(
                "making a keyspace",
                "CREATE KEYSPACE IF NOT EXISTS ycsb WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
        database.administer("making a table", "CREATE TABLE ycsb.customers (y_id varchar PRIMARY KEY, field0 varchar)");
        database.administer("adding a row", "INSERT INTO ycsb.customers (y_id, field0) VALUES ('c1', 'Ada')");
        String options = " ycql -P workloada -p fieldcount=2 -p recordcount=20 -p operationcount=20 -p table=customers";
        for (String command : List.of("load" + options + " --existing=truncate", "run" + options)) {
            Ended refused = ycsb(command);
            assertThat(refused.code()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err())
                    .contains("table customers exists, but has no column field1: load it with --existing=drop");
        }
        assertThat(count("customers")).isEqualTo(1);
        Ended loaded = ycsb("load" + options + " --existing=drop");
        assertThat(loaded.code()).as(loaded.err()).isZero();
        assertThat(count("customers")).isEqualTo(20);
    }

    @Test
    void clients_that_share_a_load_and_a_run_begin_together() throws Exception {
        String options = " ycql -P workloada -p table=shared -p recordcount=100 -p operationcount=300 --seed 7";
        assertThat(together("load" + options, "loading"))
                .allSatisfy(ended -> assertThat(ended.code()).as(ended.err()).isZero());
        assertThat(count("shared")).isEqualTo(100);
        assertThat(together("run" + options, "running"))
                .allSatisfy(ended -> assertThat(ended.code()).as(ended.err()).isZero());
        assertThat(RunMerge.of(List.of(folder.resolve("running")), Duration.ofSeconds(10))
                        .write(folder.resolve("merged"), List.of())
                        .run()
                        .result()
                        .finished())
                .isEqualTo(300);

        Ended again = ycsb("run" + options + shared(1, "running"));
        assertThat(again.code()).as(again.err()).isEqualTo(6);
        assertThat(again.err()).contains("client 1 of run running has signed in before");
        Ended alone = ycsb("run" + options + shared(1, "lonely") + " --client-wait 1s");
        assertThat(alone.code()).as(alone.err()).isEqualTo(6);
        assertThat(alone.err()).contains("clients 0, 2 of 3 did not sign in to run lonely within 1.0 s");
    }

    @Test
    void a_version_without_accord_is_refused_before_a_table_is_made() throws IOException, InterruptedException {
        assertThat(refusal("load ycql -P workloada -p recordcount=5 -p table=ordered -p cassandra.transactions=accord"))
                .contains("the nodes run Cassandra 5.0.5, which has no Accord: use version 6, ");
        assertThat(database.administer(
                        "asking",
                        "SELECT * FROM system_schema.tables WHERE keyspace_name = 'ycsb' AND table_name = 'ordered'"))
                .isEmpty();
    }

    private static List<Ended> together(String line, String run) {
        try (var threads = Executors.newFixedThreadPool(3)) {
            return IntStream.range(0, 3)
                    .mapToObj(client -> CompletableFuture.supplyAsync(() -> ycsb(line + shared(client, run)), threads))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        }
    }

    private static String shared(int client, String run) {
        return " --clients 3 --client " + client + " --client-run " + run + " --results " + folder.resolve(run);
    }

    @Test
    void a_run_keeps_what_the_node_tells_of_its_own_work() throws IOException {
        String options = " -p table=watched -p recordcount=100 -p operationcount=0 -p maxexecutiontime=8";
        assertThat(ycsb("load ycql -P workloada" + options).code()).isZero();
        Ended ended = ycsb("run ycql -P workloada" + options);
        assertThat(ended.code()).as(ended.err()).isZero();
        Path latest = folder.resolve("results/latest");
        assertThat(Files.readString(latest.resolve("server/metrics.csv")))
                .contains("t_s,node,metric,bound_s,value")
                .contains(
                        hosts + ",queries,",
                        hosts + ",cpu_seconds,",
                        hosts + ",disk_bytes,",
                        hosts + ",sstables,",
                        hosts + ",read_amplification,",
                        hosts + ",compactions_pending,");
        assertThat(Files.readString(latest.resolve("report.html")))
                .contains("Database by its own figures", "Cassandra keeps latencies as decaying samples");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "batch", "insert"})
    void a_load_stores_ycsbs_keys_whichever_way_they_travel(String mode) throws IOException, InterruptedException {
        String table = "golden_" + mode;
        Ended ended = ycsb("load ycql -P workloada -p load.mode=" + mode + " -p table=" + table);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.value("INSERT", "Return=OK")).contains("1000");
        assertThat(ended.value("NODE-" + hosts, "Answered")).contains(mode.equals("batch") ? "250" : "1000");
        assertThat(ended.err()).contains("1,000 in the table, 1,000 acknowledged", "1,000 read back, all as loaded");
        assertThat(ask("SELECT field9 FROM ycsb." + table + " WHERE y_id = 'user6284781860667377211'"))
                .hasSize(100);
    }

    @Test
    void rows_that_are_there_are_not_touched_unasked() throws IOException, InterruptedException {
        String load = "load ycql -P workloada -p table=existing -p recordcount=50";
        assertThat(ycsb(load).code()).isZero();
        Ended refused = ycsb(load);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("table existing already has rows", "--existing=append");
        assertThat(ycsb(load + " --existing=truncate").code()).isZero();
        assertThat(ycsb(load + " --existing=drop").code()).isZero();
        assertThat(count("existing")).isEqualTo(50);
    }

    @Test
    void a_load_that_was_cut_off_brings_what_is_missing() throws IOException, InterruptedException {
        String load = "load ycql -P workloada -p table=resumed -p recordcount=600 -p dataintegrity=true";
        assertThat(ycsb(load).code()).isZero();
        database.administer("deleting a row", "DELETE FROM ycsb.resumed WHERE y_id = 'user6284781860667377211'");
        Ended resumed = ycsb(load + " --existing=append");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.value("INSERT", "Return=OK")).contains("1");
        assertThat(resumed.value("INSERT", "Return=EXISTED")).contains("599");
        assertThat(count("resumed")).isEqualTo(600);
    }

    @Test
    void a_conditional_insert_of_a_row_that_is_there_is_not_applied() {
        String options = " ycql -P workloada -p table=light -p recordcount=20 -p cassandra.lwt=true";
        assertThat(ycsb("load" + options).code()).isZero();
        Ended again = ycsb("run" + options + " -p readproportion=0 -p updateproportion=0 -p insertproportion=1"
                + " -p operationcount=20 -p recordcount=10 --insertstart=10");
        assertThat(again.code()).isEqualTo(3);
        assertThat(again.value("INSERT", "Return=NOT_APPLIED")).contains("10");
        assertThat(again.value("INSERT", "Return=OK")).contains("10");
    }

    @Test
    void acknowledged_writes_are_all_there() {
        String options = " ycql -P workloada -p table=stamped -p recordcount=100";
        assertThat(ycsb("load" + options + " --values=stamped").code()).isZero();
        Ended ended = ycsb("run" + options + " --values=stamped -threads 4");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("rows written, all as acknowledged");
    }

    @Test
    void another_may_drive_it() throws IOException, InterruptedException {
        Driven driven = Driven.on(cluster.target(), Map.of("table", "driven", "squall.values", "stamped"));
        assertThat(driven.result().total().finished()).isPositive();
        assertThat(driven.result().total().failed()).isZero();
        assertThat(driven.checks()).isNotEmpty().allMatch(check -> check.verdict() == CheckResult.Verdict.PASSED);
    }

    @Test
    void rows_that_vanished_are_found_by_the_check() {
        Ended ended = ycsb("load ycql -P workloada -p table=vanished -p recordcount=30 -target 10"
                + " -p load.mode=insert -p cassandra.table.ttl=1");
        assertThat(ended.code()).as(ended.err()).isEqualTo(4);
        assertThat(ended.err()).contains("30 acknowledged");
    }

    @Test
    void mistakes_are_named_before_anything_is_made() {
        assertThat(refusal("run ycql -P workloada -p table=absent"))
                .contains("table absent does not exist; load it first: bin/ycsb load ycql");
        assertThat(refusal("load ycql -P workloada -p table=no -p cassandra.table.transactions=true"))
                .contains("Cassandra has neither transactions nor tablets");
        assertThat(refusal("load ycql -P workloada -p load.mode=copy -p table=no"))
                .contains("load.mode=copy: this database does not support that load mode; use pipeline, batch or auto");
        assertThat(refusal("load ycql -P workloada -p cassandra.localdc=dc9"))
                .contains("there is no data centre 'dc9'; found: ");
        assertThat(refusal("load ycql -P workloada -p cassandra.readconsistencylevel=MOST"))
                .contains("cassandra.readconsistencylevel must be one of ANY, ONE");
    }

    @Test
    void a_keyspace_that_is_replicated_otherwise_is_a_mistake() throws IOException, InterruptedException {
        database.administer("making a keyspace", """
                CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}""");
        String load = "load ycql -P workloada -p cassandra.keyspace=other";
        assertThat(refusal(load + " -p cassandra.replication=dc1:1"))
                .contains(
                        "keyspace other has the replication {class=",
                        "not {'class': 'NetworkTopologyStrategy', 'dc1': 1}");
        assertThat(ycsb(load).code()).isZero();
    }

    @Test
    void without_an_answer_the_database_is_unreachable() {
        Ended ended = ycsb("load ycql -P workloada -p hosts=127.0.0.1:1");
        assertThat(ended.code()).isEqualTo(5);
        assertThat(ended.err()).contains("127.0.0.1:1 cannot be used");
    }

    private static Ended ycsb(String line) {
        return new Ycsb(List.of("-p", "hosts=" + hosts), folder).run(line);
    }

    /** Returns the message of a command that is refused as a mistake. */
    private static String refusal(String line) {
        Ended ended = ycsb(line);
        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        return ended.err();
    }

    private static long count(String table) throws IOException, InterruptedException {
        return database.administer("counting", "SELECT count(*) FROM ycsb." + table)
                .get(0)
                .getLong(0);
    }

    private static String ask(String query) throws IOException, InterruptedException {
        return String.valueOf(database.administer("asking", query).get(0).getString(0));
    }
}
