package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Session;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import squall.cql.driver.CqlSettings;
import squall.cql.driver.DriverAwait;
import squall.spi.DatabaseInfo;

/** Facts about a cluster: the settings that determine durability, replication and routing. */
record CqlClusterFacts(CqlDatabase database) {
    private static final Pattern EXPERIMENTAL = Pattern.compile("-(alpha|beta|rc)");

    private static final List<String> CASSANDRA_SETTINGS = List.of(
            "accord.enabled",
            "accord.journal.flush_mode",
            "commitlog_sync",
            "commitlog_sync_period",
            "endpoint_snitch",
            "native_transport_max_threads",
            "range_request_timeout",
            "read_request_timeout",
            "write_request_timeout");

    DatabaseInfo of(String keyspace) throws InterruptedException {
        CqlIdentifier identifier = CqlIdentifier.fromInternal(CqlNames.internal(keyspace));
        Metadata metadata = knowing(identifier);
        Map<String, String> facts = new LinkedHashMap<>();
        own(facts);
        facts.put("cluster", metadata.getClusterName().orElse("not told"));
        facts.put("nodes", nodes(metadata));
        metadata.getTokenMap().ifPresent(tokens -> facts.put("partitioner", tokens.getPartitionerName()));
        metadata.getKeyspace(identifier).ifPresent(found -> {
            facts.put("replication", new TreeMap<>(found.getReplication()).toString());
            facts.put("durable_writes", Boolean.toString(found.isDurableWrites()));
        });
        if (database.dialect().cassandra()) {
            serverSettings(facts);
        }
        return new DatabaseInfo(
                database.dialect().product(),
                version(database.session()),
                database.settings().contactPoints(),
                facts);
    }

    /** Returns the metadata once it contains the keyspace; the driver learns a second later of a keyspace that another client creates. */
    private Metadata knowing(CqlIdentifier keyspace) throws InterruptedException {
        Metadata known = database.metadata();
        if (known.getKeyspace(keyspace).isPresent()) {
            return known;
        }
        try {
            return DriverAwait.on(database.session().refreshSchemaAsync());
        } catch (DriverException e) {
            return known; // without the settings of the keyspace, as where it does not exist
        }
    }

    private void own(Map<String, String> facts) {
        CqlSettings settings = database.settings();
        CqlSession session = database.session();
        facts.put("consistency_read", settings.consistency().read().name());
        facts.put("consistency_write", settings.consistency().write().name());
        facts.put("consistency_serial", settings.consistency().serial().name());
        facts.put("driver", Session.OSS_DRIVER_COORDINATES.toString());
        facts.put("protocol", session.getContext().getProtocolVersion().toString());
        facts.put("local_datacenter", settings.localDatacenter().isEmpty() ? "all" : settings.localDatacenter());
        facts.put("routing", database.dialect() == CqlDialect.YCQL ? "by system.partitions" : "by token");
        facts.put("request_timeout", settings.limits().request().toMillis() + "ms");
        facts.put("connections_per_node", Integer.toString(settings.wire().connections()));
        facts.put("page_size", Integer.toString(settings.wire().pageSize()));
        facts.put("tls", settings.encryption().on() ? "on" : "off");
    }

    private static String nodes(Metadata metadata) {
        return metadata.getNodes().values().stream()
                .map(node -> CqlNodeNames.label(node) + " " + node.getDatacenter() + "/" + node.getRack())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Returns the versions of the nodes, which say so if they are no releases. */
    static String version(CqlSession session) {
        return session.getMetadata().getNodes().values().stream()
                .map(Node::getCassandraVersion)
                .filter(Objects::nonNull)
                .distinct()
                .map(version ->
                        version + (EXPERIMENTAL.matcher(version.toString()).find() ? " (experimental)" : ""))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Adds the settings of Cassandra, which are in a virtual table since 4.0, for users who may read it. */
    private void serverSettings(Map<String, String> facts) throws InterruptedException {
        String names = CASSANDRA_SETTINGS.stream().map(name -> "'" + name + "'").collect(Collectors.joining(","));
        try {
            AsyncResultSet told = DriverAwait.on(database.session()
                    .executeAsync("SELECT name, value FROM system_views.settings WHERE name IN (" + names + ")"));
            for (Row row : told.currentPage()) {
                facts.put(
                        String.valueOf(row.getString("name")),
                        Objects.requireNonNullElse(row.getString("value"), "none"));
            }
        } catch (DriverException e) {
            facts.put("server_settings", "not told (" + CqlErrors.firstLine(e) + ")");
        }
    }

    /** Naming of nodes. */
    static final class CqlNodeNames {
        private CqlNodeNames() {}

        /** Returns host:port of the address at which the driver connects to it. */
        static String label(Node node) {
            EndPoint endPoint = node.getEndPoint();
            SocketAddress address = endPoint.resolve();
            return address instanceof InetSocketAddress internet
                    ? internet.getHostString() + ":" + internet.getPort()
                    : endPoint.toString();
        }

        /** Parses {@code host:port}. @throws IllegalArgumentException if it is none */
        static InetSocketAddress address(String contactPoint) {
            int colon = contactPoint.lastIndexOf(':');
            String host = contactPoint
                    .substring(0, Math.max(colon, 0))
                    .replace("[", "")
                    .replace("]", "");
            String port = contactPoint.substring(colon + 1);
            if (host.isEmpty() || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
                throw new IllegalArgumentException("a contact point must be host:port, not '" + contactPoint + "'");
            }
            return new InetSocketAddress(host, Integer.parseInt(port));
        }
    }
}
