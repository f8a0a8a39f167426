package squall.cql.metrics;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.cql.CqlDatabase;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.sql.metrics.PrometheusPages;
import squall.system.FileTrees;
import squall.system.usage.HostInstrument;
import squall.system.usage.HostInstrument.Place;
import squall.system.usage.HostInstrument.ServerSearch;

/** Factory of the instruments of a database over CQL. */
public final class CqlInstruments {
    private CqlInstruments() {}

    /**
     * Creates the instruments of each node that is connected at this moment. As {@link squall.spi.Load#instruments}.
     *
     * @param pages where the servers publish their metrics; empty: on the usual ports of the nodes' hosts
     */
    public static List<Instrument> of(CqlDatabase database, List<URI> pages) {
        return switch (database.dialect()) {
            case CASSANDRA, ACCORD -> cassandra(database, pages);
            case YCQL ->
                PrometheusPages.YCQL.instruments(
                        nodes(database).map(CqlDatabase::label).sorted().toList(), pages);
        };
    }

    private static List<Instrument> cassandra(CqlDatabase database, List<URI> pages) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException("Cassandra has no Prometheus page that Squall can read: omit " + pages);
        }
        return Stream.concat(
                        Stream.of(new TokenShares(database)), nodes(database).flatMap(node -> of(database, node)))
                .toList();
    }

    private static Stream<Instrument> of(CqlDatabase database, Node node) {
        NodeProperties properties = new NodeProperties(database, node);
        String label = CqlDatabase.label(node);
        return Stream.of(
                new VirtualTables(database, node),
                new CassandraJmxInstrument(label, properties),
                new HostInstrument(label, new LocalCassandraSearch(properties)),
                new TableFolders(label, properties));
    }

    static Stream<Node> nodes(CqlDatabase database) {
        return database.metadata().getNodes().values().stream()
                .filter(node -> node.getDistance() != NodeDistance.IGNORED);
    }

    /** Search for a Cassandra node on this machine: the users of its management port, and its folders, can be read here. */
    private static final class LocalCassandraSearch implements ServerSearch {
        private final NodeProperties properties;
        private @Nullable Place found;

        LocalCassandraSearch(NodeProperties properties) {
            this.properties = properties;
        }

        @Override
        public Place place() throws IOException, InterruptedException {
            Place known = found;
            if (known == null) {
                known = looked();
                found = known; // a node does not move here while it is measured
            }
            return known;
        }

        /** Determines the place; without processor time, which is read from the node's own bean. */
        private Place looked() throws IOException, InterruptedException {
            List<Path> folders = properties.folders();
            return folders.isEmpty()
                    ? new Place.Elsewhere("its folders cannot be read from this machine")
                    : new Place.Here(OptionalLong.empty(), folders);
        }
    }

    /** Instrument that reads Cassandra's virtual tables of one node, from 4.0 on, over the connection that the load uses too. */
    private static final class VirtualTables implements Instrument {
        private static final Duration EVERY = Duration.ofSeconds(2);
        private static final String REQUESTS = "Native-Transport-Requests";
        private static final List<String> STAGES = List.of("ReadStage", "MutationStage");

        private final CqlDatabase database;
        private final Node node;
        private final String label;

        VirtualTables(CqlDatabase database, Node node) {
            this.database = database;
            this.node = node;
            this.label = CqlDatabase.label(node);
        }

        @Override
        public String source() {
            return "virtual tables of " + label;
        }

        @Override
        public Duration every() {
            return EVERY;
        }

        @Override
        public List<InstrumentReading> read() throws IOException, InterruptedException {
            Map<String, Row> pools = new HashMap<>();
            for (Row pool :
                    database.look(node, "SELECT name, pending_tasks, completed_tasks FROM system_views.thread_pools")) {
                pools.put(String.valueOf(pool.getString("name")), pool);
            }
            List<InstrumentReading> readings = new ArrayList<>();
            Row requests = pools.get(REQUESTS);
            if (requests != null) {
                readings.add(InstrumentReading.of(
                        label, ServerMetric.QUERIES, (double) requests.getLong("completed_tasks")));
            }
            readings.add(InstrumentReading.of(label, ServerMetric.TASKS_PENDING, pending(pools)));
            int clients = database.look(node, "SELECT address FROM system_views.clients")
                    .size();
            readings.add(InstrumentReading.of(label, ServerMetric.CONNECTIONS, clients));
            return readings;
        }

        @Override
        public Map<ServerMetric, String> absent() {
            String sampled =
                    "Cassandra keeps latencies as decaying samples, which cannot be aggregated over an interval";
            return Map.of(ServerMetric.QUERY_BUCKET, sampled, ServerMetric.QUERY_SECONDS, sampled);
        }

        private static double pending(Map<String, Row> pools) {
            double pending = 0;
            for (String stage : STAGES) {
                Row pool = pools.get(stage);
                pending += pool == null ? 0 : pool.getInt("pending_tasks");
            }
            return pending;
        }
    }

    /**
     * Instrument of the bytes and SSTables in each of the folders over which a Cassandra node of this machine distributes its tables, as
     * over disks.
     */
    private static final class TableFolders implements Instrument {
        private static final Duration EVERY = Duration.ofSeconds(5);

        /** Suffix of the file that holds an SSTable's rows; it has several files. */
        private static final String ROWS = "-Data.db";

        private static final String SNAPSHOTS = "snapshots";

        private final String node;
        private final NodeProperties properties;
        private @Nullable List<Path> folders;

        /** @param node as readings name it */
        TableFolders(String node, NodeProperties properties) {
            this.node = node;
            this.properties = properties;
        }

        @Override
        public String source() {
            return "table folders of " + node;
        }

        @Override
        public Duration every() {
            return EVERY;
        }

        @Override
        public List<InstrumentReading> read() throws IOException, InterruptedException {
            List<Path> known = folders;
            if (known == null) {
                known = properties.dataFolders();
                folders = known; // a node does not change them while it runs
            }
            List<InstrumentReading> readings = new ArrayList<>();
            for (Path folder : known) {
                Held held = Held.in(folder);
                String name = node + " " + folder.getFileName();
                readings.add(InstrumentReading.of(name, ServerMetric.FOLDER_BYTES, (double) held.bytes));
                readings.add(InstrumentReading.of(name, ServerMetric.FOLDER_SSTABLES, (double) held.sstables));
            }
            return readings;
        }

        @Override
        public Map<ServerMetric, String> absent() {
            List<Path> known = folders;
            String why = "its folders cannot be read from this machine";
            return known != null && known.isEmpty()
                    ? Map.of(ServerMetric.FOLDER_BYTES, why, ServerMetric.FOLDER_SSTABLES, why)
                    : Map.of();
        }

        /**
         * Visitor of a folder while a node works in it; snapshots are skipped: they are links to files that are counted already, or to
         * deleted data.
         */
        static final class Held extends FileTrees.LiveFolderVisitor {
            private long bytes;
            private long sstables;

            static Held in(Path folder) throws IOException {
                Held held = new Held();
                Files.walkFileTree(folder, held);
                return held;
            }

            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.endsWith(SNAPSHOTS) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes += attributes.size();
                sstables += file.toString().endsWith(ROWS) ? 1 : 0;
                return FileVisitResult.CONTINUE;
            }
        }
    }

    /** Reader of a node's properties: its folders and its management port. */
    record NodeProperties(CqlDatabase database, Node node) {
        private static final String LOCAL_PORT = "cassandra.jmx.local.port";
        private static final String PASSWORDS = "com.sun.management.jmxremote.password.file";

        /** Returns the management port that it opens for this machine alone; empty if it has none. */
        Optional<Integer> managementPort() throws IOException, InterruptedException {
            return property(LOCAL_PORT).filter(port -> port.matches("\\d{1,5}")).map(Integer::parseInt);
        }

        /** Returns the password file of that port, if it is on this machine; a user who may read it may use the port. */
        Optional<Path> passwords() throws IOException, InterruptedException {
            return property(PASSWORDS).map(Path::of).filter(Files::isReadable);
        }

        /** Returns the folders of data and of the log of writes, if this machine has them. */
        List<Path> folders() throws IOException, InterruptedException {
            return Stream.concat(dataFolders().stream(), readable(setting("commitlog_directory")))
                    .distinct()
                    .toList();
        }

        /** Returns the folders over which tables are distributed, if this machine has them. */
        List<Path> dataFolders() throws IOException, InterruptedException {
            return readable(setting("data_file_directories")).toList();
        }

        private static Stream<Path> readable(Optional<String> setting) {
            return setting.stream()
                    .flatMap(text -> Stream.of(text.replaceAll("[\\[\\]]", "").split(",", -1)))
                    .map(String::strip)
                    .filter(text -> !text.isEmpty())
                    .map(Path::of)
                    .filter(Files::isReadable);
        }

        private Optional<String> property(String name) throws IOException, InterruptedException {
            return value("SELECT value FROM system_views.system_properties WHERE name = '" + name + "'");
        }

        private Optional<String> setting(String name) throws IOException, InterruptedException {
            return value("SELECT value FROM system_views.settings WHERE name = '" + name + "'");
        }

        private Optional<String> value(String cql) throws IOException, InterruptedException {
            List<Row> rows = database.look(node, cql);
            return rows.isEmpty()
                    ? Optional.empty()
                    : Optional.ofNullable(rows.getFirst().getString("value"));
        }
    }
}
