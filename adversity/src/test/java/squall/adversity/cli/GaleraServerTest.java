package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.adversity.ProviderRegistry;
import squall.adversity.cli.Bed.Ended;
import squall.adversity.safety.FaultContract;
import squall.adversity.safety.FaultResidue;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.spi.Target;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.galera.GaleraCluster;
import squall.testbed.galera.GaleraCluster.GaleraStatus;
import squall.testbed.galera.GaleraPrograms;
import squall.testbed.net.NetworkNamespaces;

/** Test of faults and a whole run on three real MariaDB servers with Galera, each in a network of its own where this user may make one. */
@Tag("server")
@Tag("extended")
@EnabledIf("installed")
class GaleraServerTest {
    /** Not registered: it starts Squall's programs, and no PostgreSQL. */
    private static final Bed BED = new Bed();

    private static final Duration LIMIT = Duration.ofMinutes(8);

    private static final String SCENARIO = """
            apiVersion: squall/v1
            name: small
            seed: 7
            cluster: {kind: galera}
            load:
              engine: {ycsb: {workload: workloada, recordcount: 200}}
              sessions: 4
              rate: {fixed: 50/s}
              statementTimeout: 10s
            safety: {grace: 30s, healthyWithin: 180s}
            windows: {settle: 1s, baseline: 4s, recoveryMax: 120s}
            recovery: {window: 1s, held: 2s, share: 0.5, latencyFactor: 100, latencyFloor: 1s}
            probes: {ledger: {writers: 3, rate: 30/s}}
            expect: {lostAcks: 0}
            phases:
              - baseline: {duration: 5s, drift: 0.5}
              - {name: crash, fault: {kill: {signal: KILL}}, target: {pick: one}, hold: 3s}
            """;

    /** Reason why nodes have no networks of their own. */
    private static Optional<String> noNetworks = Optional.empty();

    static boolean installed() {
        try {
            GaleraPrograms.here();
            return true;
        } catch (IOException e) {
            System.err.println("NOT TESTED HERE: GaleraServerTest on MariaDB with Galera; " + e.getMessage());
            return false;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        noNetworks = NetworkNamespaces.refusal();
        String namespaces = Boolean.toString(noNetworks.isEmpty());
        cluster().up(new Options("galera", Map.of("namespaces", namespaces)), line -> {});
    }

    @AfterAll
    static void remove() throws Exception {
        cluster().reset();
        FileTrees.delete(BED.folder());
    }

    /** Checks the contract that every fault keeps; work of the database has no statements here. */
    @ParameterizedTest
    @CsvSource({"kill, n1", "pause, n2", "addNode, ''", "partition, n3", "reset, n1"})
    void a_healed_fault_leaves_the_group_as_it_was(String kind, String node) throws Exception {
        boolean link = List.of("partition", "reset").contains(kind);
        if (link) {
            noNetworks.ifPresent(why -> System.err.println("NOT TESTED HERE: " + kind + " on galera; " + why));
            assumeTrue(noNetworks.isEmpty());
        }
        Path journals = Files.createTempDirectory(BED.folder(), "journals");
        List<String> nodes = node.isEmpty() ? List.of() : List.of(node);
        new FaultContract(cluster(), journals, GaleraServerTest::picture)
                .holds(ProviderRegistry.ofFaults().named(kind), Map.of(), nodes);
    }

    @Test
    void a_node_is_killed_and_rejoins_and_every_acknowledged_write_is_there() throws Exception {
        Path scenario = Files.writeString(BED.folder().resolve("small.yaml"), SCENARIO);
        Ended ended = BED.adversity("run", "--verbose", scenario.toString(), "--cluster", "galera:sync-wait=1");
        assertThat(ended.code()).as(ended.output()).isIn(0, 6); // 6 only where this machine is too busy to measure on
        assertThat(ended.output())
                .containsPattern("lostAcks 0: scenario, .+, 0\\b")
                .contains("heal: crash: kill {signal=KILL} of n", "✓ ledger: ")
                .doesNotContain("was not in effect");
        assertThat(BED.folder().resolve("results/latest/manifest.json"))
                .content()
                .containsPattern("\"wsrep_sync_wait\" ?: ?\"1\"");
        assertThat(FaultResidue.of(cluster())).isEmpty();
        assertThat(picture()).contains("Synced 3");
    }

    @Test
    void what_must_be_read_waits_for_what_other_nodes_acknowledged() throws Exception {
        Target target = cluster().target();
        SqlDatabase database = SqlDatabase.connect(SqlSettings.of(target.url(), target.user(), target.password()));
        String session = "SELECT @@wsrep_sync_wait & 1";

        String usual = database.administer("asking", connection -> PlainSql.text(connection, session));
        String patient = database.readPatiently("asking", LIMIT, connection -> PlainSql.text(connection, session));

        assertThat(usual).as("as the database's configuration has it").isEqualTo("0");
        assertThat(patient).isEqualTo("1");
    }

    /** Names change where a node leaves and another joins. A node that was cut off joins again by itself. */
    private static String picture() throws IOException, InterruptedException {
        GaleraCluster cluster = cluster();
        var settled = new AtomicReference<List<GaleraStatus>>(List.of());
        assertThat(PollDeadline.in(LIMIT).await(() -> settled(settled, cluster.status())))
                .as("%s", cluster.status())
                .isTrue();
        Map<String, String> links = new TreeMap<>();
        for (Link link : cluster.links()) {
            cluster.impairment(link).ifPresent(impairment -> links.put(link.toString(), impairment.toString()));
        }
        return settled.get().stream()
                        .map(status -> status.node().zone() + " " + status.state() + " " + status.synced() + " "
                                + status.sees())
                        .sorted()
                        .collect(Collectors.joining(", "))
                + links;
    }

    private static boolean settled(AtomicReference<List<GaleraStatus>> found, List<GaleraStatus> status) {
        found.set(status);
        return status.stream().allMatch(each -> each.state() == State.UP && each.sees() == status.size());
    }

    private static GaleraCluster cluster() throws IOException {
        return new GaleraCluster(StateFolder.at(BED.folder()), GaleraCluster.DEFAULT_NAME);
    }
}
