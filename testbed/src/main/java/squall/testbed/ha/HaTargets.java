package squall.testbed.ha;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.testbed.link.Wiring;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.Passwords;

/** A group as clients are told of it, limits included. */
final class HaTargets {
    private HaTargets() {}

    static Target of(Group group, Home home) throws IOException {
        Optional<Wiring> wiring = home.links().wiring();
        String url = group.members().stream()
                .map(member -> member.host() + ":" + port(member, wiring))
                .collect(Collectors.joining(
                        ",", "jdbc:postgresql://", "/" + Assembly.DATABASE + "?targetServerType=primary"));
        return new Target(
                "postgres-ha",
                url,
                Passwords.USER,
                home.passwords().read(),
                properties(group, home, wiring.isPresent()));
    }

    private static int port(Member member, Optional<Wiring> wiring) {
        return wiring.flatMap(wired -> wired.port(Cluster.Links.CLIENTS, member.name()))
                .orElse(member.port());
    }

    private static Map<String, String> properties(Group group, Home home, boolean wired) throws IOException {
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", group.version());
        properties.put("host_count", "1");
        properties.put("synchronous_standby_names", group.synchronousNames());
        properties.put(
                "supervisor",
                "own process, poll " + Supervisor.POLL.toMillis() + " ms, " + Supervisor.MISSES + " misses");
        properties.put("run_as", group.runAs());
        properties.put("folder", home.folder().toString());
        properties.put("links", links(home, wired));
        properties.put("balancer", "none: clients reach each node");
        properties.put("limits", limits(group));
        return properties;
    }

    private static String links(Home home, boolean wired) throws IOException {
        Optional<Subnet> subnet = home.subnet();
        if (subnet.isPresent()) {
            return "each node in a network namespace of its own, "
                    + subnet.get().range();
        }
        return wired ? "clients and replication pass a TCP proxy on this machine" : "none";
    }

    /** What no report about this target may leave out. */
    private static String limits(Group group) {
        return "PostgreSQL " + group.version() + ", 1 primary + "
                + (group.members().size() - 1)
                + " quorum-synchronous standbys (ANY 1) on one host. Failover by Squall's own supervisor (poll "
                + Supervisor.POLL.toMillis() + " ms, " + Supervisor.MISSES
                + " misses, single decision maker, no consensus)."
                + " Not a distributed SQL database. Recovery times show this supervisor's settings. Zones are simulated.";
    }
}
