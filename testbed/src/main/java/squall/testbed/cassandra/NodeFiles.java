package squall.testbed.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.system.FileTrees;
import squall.system.process.JavaArguments;
import squall.testbed.cassandra.CassandraNodes.CassandraInstallation;
import squall.testbed.cassandra.layout.CassandraNodeFolder;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cassandra.layout.NodeAddressAllocator.InitialTokens;
import squall.testbed.cassandra.layout.NodeKeys;
import squall.testbed.cassandra.rule.LinkRule.RegionRule;

/**
 * Set of the files from which a node is started, rewritten at each start; Cassandra's jar contains none of them.
 *
 * @param cassandra on which the node runs
 * @param jmxPassword of the user {@value JmxClient#USER}, and of the key store if there is one
 */
record NodeFiles(CassandraInstallation cassandra, CassandraRing ring, String jmxPassword) {
    private static final String PRIVATE = "rw-------";

    /**
     * Time that a joining node waits between announcing its ranges and copying them; a leaving one likewise. Cassandra's 30 s are for
     * networks. {@link CassandraNodes.PendingRanges} checks that the other nodes learned of it in time.
     */
    private static final int RING_DELAY_MS = 10_000;

    /**
     * Default of Cassandra, set explicitly because it would otherwise be twice the ring delay. A node that is not yet a member is removed
     * from gossip after half of it without news; its pending ranges are removed too, and so are the writes to them.
     */
    private static final int QUARANTINE_DELAY_MS = 60_000;

    /**
     * Number of rows by which a starting node measures the memory that a row needs beyond its data. Cassandra's 100,000 take a quarter of
     * the time of a start on two processors.
     */
    private static final int SAMPLED_ROWS = 10_000;

    /**
     * Settings of Accord, which is off by default. Its journal is synced before a transaction is acknowledged, as the commit log is. After
     * SIGKILL a node would not start again by default, as its journal may lack votes; so it fetches the transactions from the others.
     */
    private static final String ACCORD =
            "{ enabled: true, journal: { flush_mode: BATCH, stop_marker_failure_policy: REBOOTSTRAP } }";

    void write(NodeAddress nodeAddress, CassandraNodeFolder folder) throws IOException {
        for (Path made : List.of(folder.conf(), folder.data(), folder.logs(), folder.temporary())) {
            FileTrees.make(made, "rwx------");
        }
        FileTrees.write(folder.conf().resolve("cassandra.yaml"), yaml(nodeAddress, folder), PRIVATE);
        FileTrees.write(
                folder.conf().resolve("cassandra-rackdc.properties"),
                "dc=" + nodeAddress.dc() + "\nrack=" + nodeAddress.rack() + "\n",
                PRIVATE);
        FileTrees.write(folder.conf().resolve("logback.xml"), logback(folder), PRIVATE);
        if (ring.shape().apartMs() > 0) {
            FileTrees.write(rules(folder), new RegionRule(ring.shape().apartMs()).text(), PRIVATE);
        }
        FileTrees.write(jmxUsers(folder), JmxClient.USER + " " + jmxPassword + "\n", PRIVATE);
        new JavaArguments(arguments(nodeAddress, folder)).write(folder.arguments());
    }

    /** Returns the file of the rules, which exists as long as the node runs. */
    private static Path rules(CassandraNodeFolder folder) {
        return folder.conf().resolve("rules.btm");
    }

    private static Path jmxUsers(CassandraNodeFolder folder) {
        return folder.conf().resolve("jmx.users");
    }

    private int heapMb(CassandraNodeFolder folder) throws IOException {
        return folder.allotment()
                .given()
                .map(Cluster.Size::memoryMb)
                .orElse(ring.shape().heapMb());
    }

    private String yaml(NodeAddress nodeAddress, CassandraNodeFolder folder) throws IOException {
        return settings(nodeAddress, folder).entrySet().stream()
                .map(setting -> setting.getKey() + ": " + setting.getValue())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /**
     * Returns the settings, sized for many small nodes on one machine. The commit log is synced before a write is acknowledged: by default
     * Cassandra acknowledges up to ten seconds before the sync, which a durable setting must not do.
     */
    SequencedMap<String, String> settings(NodeAddress nodeAddress, CassandraNodeFolder folder) throws IOException {
        var settings = new LinkedHashMap<String, String>();
        settings.put("cluster_name", "'" + ring.name() + "'");
        settings.put("num_tokens", Integer.toString(InitialTokens.PER_NODE));
        if (nodeAddress.tokens().isEmpty()) {
            settings.put("allocate_tokens_for_local_replication_factor", Integer.toString(replicas(ring, nodeAddress)));
        } else {
            settings.put("initial_token", "'" + String.join(",", nodeAddress.tokens()) + "'");
        }
        settings.put("auto_bootstrap", Boolean.toString(nodeAddress.tokens().isEmpty()));
        settings.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
        settings.put("listen_address", nodeAddress.linkControl().host());
        settings.put("rpc_address", nodeAddress.linkControl().host());
        settings.put("storage_port", Integer.toString(nodeAddress.linkControl().storage()));
        settings.put(
                "native_transport_port",
                Integer.toString(nodeAddress.linkControl().cql()));
        settings.put(
                "seed_provider",
                "[ { class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [ { seeds: \""
                        + ring.seeds() + "\" } ] } ]");
        settings.put("endpoint_snitch", "GossipingPropertyFileSnitch");
        settings.put(
                "data_file_directories",
                folder.dataFolders(ring.shape().dataDirs()).stream()
                        .map(NodeFiles::yamlText)
                        .collect(Collectors.joining(", ", "[ ", " ]")));
        settings.put("commitlog_directory", yamlText(folder.data().resolve("commitlog")));
        settings.put("saved_caches_directory", yamlText(folder.data().resolve("saved_caches")));
        settings.put("hints_directory", yamlText(folder.data().resolve("hints")));
        settings.put("cdc_raw_directory", yamlText(folder.changes()));
        settings.put("commitlog_sync", ring.shape().commitlogSync());
        switch (ring.shape().commitlogSync()) {
            case "periodic" -> settings.put("commitlog_sync_period", "10s"); // as in Cassandra's own file
            // Of the measurements in CASSANDRA-13530. Its own file suggests a second: then 32 writes a second are all,
            // the others time out.
            case "group" -> settings.put("commitlog_sync_group_window", "15ms");
            default -> {}
        }
        settings.put("commitlog_segment_size", "8MiB");
        settings.put("cdc_enabled", Boolean.toString(ring.shape().faults()));
        settings.put("sasi_indexes_enabled", "true");
        settings.put("materialized_views_enabled", "true");
        settings.put("memtable_heap_space", heapMb(folder) / 5 + "MiB");
        settings.put("memtable_offheap_space", "32MiB");
        settings.put("file_cache_size", "32MiB");
        settings.put("key_cache_size", "16MiB");
        settings.put("concurrent_reads", "16");
        settings.put("concurrent_writes", "16");
        if (cassandra.version().accord()) {
            settings.put("accord", ACCORD);
        }
        if (ring.shape().secured()) {
            secure(settings, folder);
        }
        return settings;
    }

    /** Sets that clients must use TLS and log in; traffic between nodes is unchanged. */
    private void secure(SequencedMap<String, String> settings, CassandraNodeFolder folder) {
        settings.put("authenticator", "PasswordAuthenticator");
        NodeKeys keys = new NodeKeys(folder.path().resolveSibling(""));
        String clients = ring.shape().clientCa().isEmpty()
                ? ""
                : ", require_client_auth: true, truststore: " + yamlText(keys.trusted()) + ", truststore_password: '"
                        + jmxPassword + "'";
        settings.put(
                "client_encryption_options",
                "{ enabled: true, optional: false, store_type: PKCS12, keystore: " + yamlText(keys.store())
                        + ", keystore_password: '" + jmxPassword + "'" + clients + " }");
    }

    /**
     * Returns the number of replicas for which the tokens of a joining node are chosen; Cassandra refuses more than it finds racks, unless
     * it is one.
     */
    private static int replicas(CassandraRing ring, NodeAddress nodeAddress) {
        long racks = ring.nodeAddresses().stream()
                .filter(other -> other.dc().equals(nodeAddress.dc()))
                .map(NodeAddress::rack)
                .distinct()
                .count();
        return racks == 1 ? 3 : (int) Math.min(3, racks);
    }

    private static String yamlText(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }

    private static String logback(CassandraNodeFolder folder) {
        return """
                <configuration>
                  <appender name="file" class="ch.qos.logback.core.rolling.RollingFileAppender">
                    <file>%1$s</file>
                    <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                      <fileNamePattern>%1$s.%%i</fileNamePattern>
                      <maxIndex>1</maxIndex>
                    </rollingPolicy>
                    <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                      <maxFileSize>20MB</maxFileSize>
                    </triggeringPolicy>
                    <encoder>
                      <pattern>%%-5level [%%thread] %%date{ISO8601} %%F:%%L - %%msg%%n</pattern>
                    </encoder>
                  </appender>
                  <root level="INFO">
                    <appender-ref ref="file"/>
                  </root>
                </configuration>
                """.formatted(folder.log().toString().replace("&", "&amp;").replace("<", "&lt;"));
    }

    private List<String> arguments(NodeAddress nodeAddress, CassandraNodeFolder folder) throws IOException {
        var arguments = new ArrayList<String>();
        int heapMb = heapMb(folder);
        arguments.addAll(List.of("-Xms" + heapMb + "m", "-Xmx" + heapMb + "m", "-Xss512k", "-XX:+UseSerialGC"));
        if (ring.shape().quick()) {
            arguments.add("-XX:TieredStopAtLevel=1");
        }
        arguments.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError", // a node that runs on in part would be measured
                "-XX:-UsePerfData", // its mapped file lets the disk stop the JVM
                "-Djava.net.preferIPv4Stack=true",
                "-javaagent:" + cassandra.jars().sizes()));
        if (ring.shape().agent()) {
            arguments.add("-javaagent:" + cassandra.jars().byteman() + "=manager:" + NodeRules.AGENT
                    + (ring.shape().apartMs() > 0 ? ",script:" + rules(folder) : ""));
        }
        arguments.addAll(jdkFlags());
        arguments.addAll(management(nodeAddress));
        arguments.addAll(settling(nodeAddress));
        arguments.addAll(List.of(
                "-Dcassandra.config=" + folder.conf().resolve("cassandra.yaml").toUri(),
                "-Dcassandra.storagedir=" + folder.data(),
                "-Dcassandra.logdir=" + folder.logs(),
                "-Dcassandra-foreground=yes",
                "-Dlogback.configurationFile="
                        + folder.conf().resolve("logback.xml").toUri(),
                "-Djava.io.tmpdir=" + folder.temporary(),
                "-Dcassandra.ring_delay_ms=" + RING_DELAY_MS,
                "-Dcassandra.gossip_quarantine_delay_ms=" + QUARANTINE_DELAY_MS,
                "-Dcassandra.memtable_row_overhead_computation_step=" + SAMPLED_ROWS,
                "-Dcassandra.superuser_setup_delay_ms=0", // otherwise no client can log in for ten seconds
                "-Dcom.sun.management.jmxremote.authenticate=true",
                "-Dcom.sun.management.jmxremote.password.file=" + jmxUsers(folder),
                "-cp",
                folder.conf() + ":" + cassandra.jars().classPath()
                        + (ring.shape().agent() ? ":" + NodeRules.classPath() : ""),
                "org.apache.cassandra.service.CassandraDaemon"));
        return arguments;
    }

    /**
     * Returns the options of the management port. In a separate network namespace no other user could connect over loopback; the password
     * is required everywhere.
     */
    private List<String> management(NodeAddress nodeAddress) {
        int port = nodeAddress.linkControl().jmx();
        return ring.shape().namespaced()
                ? List.of(
                        "-Dcassandra.jmx.remote.port=" + port,
                        "-Dcom.sun.management.jmxremote.rmi.port=" + port,
                        "-Djava.rmi.server.hostname="
                                + nodeAddress.linkControl().host())
                : List.of("-Dcassandra.jmx.local.port=" + port);
    }

    /**
     * Returns the options for the settling of gossip. A joining node accepts no clients until the others have had time to learn that it is
     * a member: until then they would read from the old owners, without the writes that the new node coordinates. Cassandra waits for eight
     * seconds, three times before it joins and once after.
     */
    private static List<String> settling(NodeAddress nodeAddress) {
        return nodeAddress.settled()
                ? List.of("-Dcassandra.skip_wait_for_gossip_to_settle=0")
                : List.of("-Dcassandra.gossip_settle_min_wait_ms=1500", "-Dcassandra.gossip_settle_interval_ms=500");
    }

    private static List<String> jdkFlags() throws IOException {
        try (InputStream flags = NodeFiles.class.getResourceAsStream("jdk.flags")) {
            if (flags == null) {
                throw new IOException("the class path has no jdk.flags: rebuild or reinstall Squall");
            }
            return new String(flags.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
