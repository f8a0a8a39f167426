package squall.adversity.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlAddress;
import squall.cql.driver.CqlSettings;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;

/** Work and faults on one real Cassandra node with the means for them, each seen in effect, and healed by another who knows the facts only. */
@Tag("server")
@Tag("extended")
class CassandraFaultsServerTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String NAME = "adv_c1_f1";

    private static CassandraCluster cluster;
    private static CqlDatabase database;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                new CassandraCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), "faults");
        cluster.up(new Options("up", Map.of("quick", "true", "faults", "true")), line -> {});
        database = CqlDatabase.connect(CqlSettings.of(
                CqlAddress.ofUrl(cluster.target().url()).contactPoints().getFirst()));
        tell("CREATE KEYSPACE shop WITH replication = "
                + cluster.target().properties().get("replication"));
        tell("CREATE TABLE shop.orders (k int PRIMARY KEY, words text)");
        for (int k = 0; k < 100; k++) {
            tell("INSERT INTO shop.orders (k, words) VALUES (" + k + ", 'text " + k % 3 + "')");
        }
    }

    @AfterAll
    static void end() throws Exception {
        database.close();
        cluster.reset();
    }

    @Test
    void an_index_is_done_when_it_answers_and_is_taken_away_when_healed() throws Exception {
        Begun begun = done("createIndex", Map.of());
        assertThat(begun.context().facts())
                .isEqualTo(Map.of("table", "shop.orders", "column", "words", "value", "''", "kind", "sai"));
        assertThat(begun.fault().effect().how()).isEqualTo("table orders has the index " + NAME);
        assertThat(database.administer("using it", "SELECT k FROM shop.orders WHERE words = 'text 0'"))
                .hasSize(34);
        healed(begun);
        assertThatIOException()
                .isThrownBy(() -> database.administer("using it", "SELECT k FROM shop.orders WHERE words = 'text 0'"))
                .withMessageContaining("ALLOW FILTERING");
    }

    @Test
    void an_index_on_a_column_that_there_is_not_is_refused_before_anything_is_made() {
        assertThatIOException()
                .isThrownBy(() -> begin("createIndex", Map.of("table", "shop.orders", "columns", "nothing")))
                .withMessageStartingWith("table shop.orders has no column nothing");
    }

    @Test
    void a_column_comes_and_goes() throws Exception {
        Begun begun = done("addColumn", Map.of("table", "shop.orders"));
        assertThat(begun.fault().effect().how()).isEqualTo("orders has the column " + NAME);
        healed(begun);
        assertThat(
                        database.administer(
                                "looking",
                                "SELECT column_name FROM system_schema.columns WHERE keyspace_name = 'shop' AND table_name = 'orders'"))
                .extracting(row -> row.getString(0))
                .containsExactlyInAnyOrder("k", "words");
    }

    @Test
    void a_backup_is_a_snapshot_on_each_node() throws Exception {
        Begun begun = done("backup", Map.of());
        assertThat(begun.fault().effect().how()).startsWith("snapshots " + NAME + ": n1 ");
        healed(begun);
        assertThat(cluster.snapshots(NAME)).isEmpty();
    }

    @Test
    void changes_are_followed_until_it_is_healed() throws Exception {
        Begun begun = begin("changefeed", Map.of());
        assertThat(PollDeadline.in(SOON).await(() -> {
                    tell("INSERT INTO shop.orders (k, words) VALUES (1, 'changed')");
                    return begun.fault().effect().present();
                }))
                .isTrue();
        assertThat(begun.fault().effect().how()).startsWith("[shop.orders] leave changes: ");
        begun.fault().heal();
        assertThat(PollDeadline.in(SOON).await(begun.work()::done)).isTrue();
        healed(begun);
    }

    @Test
    void a_disk_holds_still_and_goes_on() throws Exception {
        Begun begun = begin("diskStall", Map.of());
        assertThat(begun.fault().effect().how()).isEqualTo("n1 has not written a byte after 2000 ms");
        healed(begun);
        assertThat(begun.fault().effect().how()).matches("n1 writes a byte in \\d+ ms");
    }

    @Test
    void a_slow_disk_is_felt() throws Exception {
        Begun begun = begin("slowDisk", Map.of("each", "900ms"));
        assertThat(begun.fault().effect().present()).isTrue();
        healed(begun);
    }

    @Test
    void a_node_is_given_more_and_gets_back_what_it_had() throws Exception {
        Node node = cluster.nodes().getFirst();
        Size before = cluster.size(node);
        Begun begun = done("resize", Map.of("memory", "150", "cpus", "1", "settle", "1s"));
        assertThat(cluster.size(node)).isEqualTo(new Size(before.memoryMb() * 3 / 2, 1));
        assertThat(begun.fault().effect().present()).isTrue();
        healed(begun);
        assertThat(cluster.size(node)).isEqualTo(before);
    }

    @Test
    void a_clock_that_cannot_be_set_is_a_clear_refusal() {
        assertThat(provider("clockSkew").refusal(cluster, Options.none("clockSkew")))
                .contains(
                        "the nodes were started without it: 'testbed down cassandra', then 'testbed up cassandra --clock true'");
    }

    private record Begun(Fault fault, FaultContext context, FaultProvider provider, Options options) {
        Fault.Work work() {
            return (Fault.Work) fault;
        }
    }

    private static Begun done(String kind, Map<String, String> options) throws IOException, InterruptedException {
        Begun begun = begin(kind, options);
        assertThat(PollDeadline.in(SOON).await(begun.work()::done)).isTrue();
        assertThat(begun.fault().effect()).matches(effect -> effect.present(), "in effect");
        return begun;
    }

    private static Begun begin(String kind, Map<String, String> options) throws IOException, InterruptedException {
        FaultProvider provider = provider(kind);
        Options given = new Options(kind, options);
        assertThat(provider.refusal(cluster, given)).isEmpty();
        List<Node> nodes = cluster.nodes();
        FaultContext before = new FaultContext(NAME, cluster, nodes, Map.of());
        FaultContext context = new FaultContext(
                NAME, cluster, nodes, provider.fault(before, given).facts());
        Fault fault = provider.fault(context, given);
        fault.inject(LONG);
        return new Begun(fault, context, provider, given);
    }

    private static FaultProvider provider(String kind) {
        return ServiceLoader.load(FaultProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    /** Heals twice by a fault that was created from the journal. */
    private static void healed(Begun begun) throws IOException, InterruptedException {
        Fault other = begun.provider().fault(begun.context(), begun.options());
        other.heal();
        other.heal();
        assertThat(other.effect()).matches(effect -> !effect.present(), "healed");
    }

    private static void tell(String cql) throws IOException, InterruptedException {
        database.administer("telling", cql);
    }
}
