package squall.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cql.driver.CqlSettings;
import squall.spi.Options;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;

/** Test of clients that sign in at once on real Cassandra nodes, each with a driver of its own. */
@Tag("server")
@Tag("extended")
class CqlClientBarrierServerTest {
    private static final int CLIENTS = 8;

    private static CassandraCluster cluster;
    private static List<CqlDatabase> databases;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        cluster =
                new CassandraCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), "barrier");
        cluster.up(new Options("up", Map.of("quick", "true", "nodes", "2")), line -> {});
        List<String> nodes =
                List.of(cluster.target().url().replaceAll("cql://|\\?.*", "").split(",", -1));
        databases = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            databases.add(CqlDatabase.connect(CqlSettings.of(nodes.get(client % nodes.size()))));
        }
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        databases.forEach(CqlDatabase::close);
        cluster.reset();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second", "third"})
    void clients_that_make_the_table_at_once_all_sign_in_and_see_each_other(String name) throws Exception {
        Keyspace keyspace = new Keyspace(name, "");
        keyspace.make(databases.getFirst());

        assertThat(entered(keyspace, "run " + name)).containsOnly(true);

        List<SortedMap<Integer, Long>> seen =
                together(client -> new CqlClientBarrier(databases.get(client), keyspace).entered("run " + name));
        assertThat(seen).containsOnly(seen.getFirst());
        assertThat(seen.getFirst()).hasSize(CLIENTS);
        assertThat(databases
                        .getFirst()
                        .administer("comparing", "SELECT schema_version FROM system.peers_v2")
                        .getFirst()
                        .getUuid(0))
                .isEqualTo(databases
                        .getFirst()
                        .administer("comparing", "SELECT schema_version FROM system.local")
                        .getFirst()
                        .getUuid(0));
    }

    @Test
    void a_client_signs_in_once_and_again_to_another_run() throws Exception {
        Keyspace keyspace = new Keyspace("again", "");
        keyspace.make(databases.getFirst());
        assertThat(entered(keyspace, "it's one")).containsOnly(true);
        assertThat(entered(keyspace, "it's one")).containsOnly(false);
        assertThat(entered(keyspace, "another")).containsOnly(true);
    }

    @Test
    void the_first_client_makes_keyspace_and_table_and_the_others_use_them_at_once() throws Exception {
        CqlTable table =
                new CqlTable(new Keyspace("made_once", ""), "made", "k", List.of("v"), CqlTable.TableOptions.NONE);
        AtomicBoolean made = new AtomicBoolean();
        List<Boolean> there = together(client -> {
            CqlDatabase database = databases.get(client);
            SharedSchema schema = new SharedSchema(client, "shared", Duration.ofMinutes(2));
            schema.await(database, table.keyspace());
            boolean found = made.get() && table.in(database).exists();
            table.in(database).create();
            made.set(true);
            schema.made(database, table.keyspace());
            database.administer(
                    "writing", "INSERT INTO " + table.identifier() + " (k, v) VALUES ('" + client + "', 'v')");
            return found;
        });

        assertThat(there.getFirst()).isFalse();
        assertThat(there.subList(1, CLIENTS)).containsOnly(true);
        for (CqlDatabase database : databases) {
            assertThat(PollDeadline.in(Duration.ofMinutes(1))
                            .await(() -> table.in(database).count() == CLIENTS))
                    .isTrue();
        }
    }

    @Test
    void a_client_that_waits_in_vain_for_the_table_names_the_one_that_makes_it() {
        SharedSchema schema = new SharedSchema(3, "lonely", Duration.ofSeconds(1));
        assertThatThrownBy(() -> schema.await(databases.getFirst(), new Keyspace("never_made", "")))
                .isInstanceOf(IOException.class)
                .hasMessage("client 0 did not make keyspace never_made and the tables of run lonely within 1.0 s"
                        + " (--client-wait); it makes them for all clients of the run")
                .cause()
                .isInstanceOfSatisfying(
                        CommandException.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.INVALID));
    }

    private static List<Boolean> entered(Keyspace keyspace, String run) throws Exception {
        return together(client ->
                new CqlClientBarrier(databases.get(client), keyspace).enter(run, client, "host of " + client));
    }

    /** Part of one client. */
    private interface Part<T> {
        T of(int client) throws Exception;
    }

    private static <T> List<T> together(Part<T> part) throws Exception {
        CyclicBarrier ready = new CyclicBarrier(CLIENTS);
        try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
            List<Callable<T>> parts = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                parts.add(() -> {
                    ready.await();
                    return part.of(number);
                });
            }
            List<T> all = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(parts)) {
                all.add(each.get());
            }
            return all;
        }
    }
}
