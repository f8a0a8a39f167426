package squall.testbed.galera;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import squall.spi.Target;

/** The description of a group for clients, including its limits. */
final class GaleraTargets {
    private static final String READ_SYNC = "wsrep_sync_wait=";

    private GaleraTargets() {}

    static Target of(GaleraGroup group, GaleraFolder home, GaleraShape.Clients clients) throws IOException {
        String hosts = group.members().stream()
                .map(member -> member.address().toString())
                .collect(Collectors.joining(","));
        return new Target(
                "galera", url(hosts, clients), GaleraFolder.USER, home.password(), properties(group, home, clients));
    }

    static String url(String hosts, GaleraShape.Clients clients) {
        String first = clients.writers() == GaleraShape.Writers.ONE
                ? List.of(hosts.split(",")).getFirst()
                : hosts;
        String session = clients.syncWait() == 0 ? "" : "?sessionVariables=" + READ_SYNC + clients.syncWait();
        return "jdbc:mariadb://" + first + "/" + GaleraMaintenance.DATABASE + session;
    }

    private static Map<String, String> properties(GaleraGroup group, GaleraFolder home, GaleraShape.Clients clients)
            throws IOException {
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", "MariaDB " + group.version());
        properties.put("host_count", "1");
        properties.put("supervisor", "none: the nodes decide by quorum (" + settings() + ")");
        properties.put("run_as", group.runAs());
        properties.put("folder", home.folder().toString());
        properties.put(
                "links",
                home.subnet()
                        .map(subnet -> "each node in its own network namespace, " + subnet.range())
                        .orElse("none"));
        properties.put(
                "balancer",
                clients.writers() == GaleraShape.Writers.ONE
                        ? "none: clients connect to one node"
                        : "none: clients connect to each node directly");
        properties.put("limits", limits(group, clients));
        return properties;
    }

    private static String settings() {
        return "evs.suspect_timeout " + GaleraSettings.SUSPECT_TIMEOUT + ", evs.inactive_timeout "
                + GaleraSettings.INACTIVE_TIMEOUT;
    }

    /** The limits that every report about this target must state. */
    private static String limits(GaleraGroup group, GaleraShape.Clients clients) {
        return "MariaDB " + group.version() + " with Galera, " + group.members().size()
                + " nodes on one host. Every node holds all data and accepts writes: no sharding, no leases, no"
                + " rebalancing. Snapshot isolation across nodes: of two transactions that change the same row, the"
                + " first to be certified commits and the other fails at commit; no serializable isolation across"
                + " nodes. " + stale(clients.syncWait())
                + " The outage after a lost node is mostly evs.suspect_timeout ("
                + GaleraSettings.SUSPECT_TIMEOUT + ") and the change of view that follows. Zones are simulated.";
    }

    private static String stale(int syncWait) {
        boolean reads = (syncWait & 1) == 1;
        return reads
                ? "Reads wait for what other nodes committed before (" + READ_SYNC + syncWait + ")."
                : "Reads may be stale unless a session sets " + READ_SYNC + "1.";
    }
}
