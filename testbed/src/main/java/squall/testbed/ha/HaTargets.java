package squall.testbed.ha;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.testbed.link.ProxyWiring;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.PasswordFile;

/** The description of a group for clients, including its limits. */
final class HaTargets {
    private HaTargets() {}

    static Target of(HaGroup group, HaFolder home) throws IOException {
        Optional<ProxyWiring> wiring = home.links().wiring();
        String url = group.members().stream()
                .map(member -> member.host() + ":" + port(member, wiring))
                .collect(Collectors.joining(
                        ",", "jdbc:postgresql://", "/" + GroupRejoin.DATABASE + "?targetServerType=primary"));
        return new Target(
                "postgres-ha",
                url,
                PasswordFile.USER,
                home.passwords().read(),
                properties(group, home, wiring.isPresent()));
    }

    private static int port(GroupMember member, Optional<ProxyWiring> wiring) {
        return wiring.flatMap(wired -> wired.port(Cluster.Links.CLIENTS, member.name()))
                .orElse(member.port());
    }

    private static Map<String, String> properties(HaGroup group, HaFolder home, boolean wired) throws IOException {
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", versions(group, home));
        properties.put("host_count", "1");
        properties.put("synchronous_standby_names", group.synchronousNames());
        properties.put(
                "supervisor",
                "own process, poll " + FailoverSupervisor.POLL.toMillis() + " ms, " + FailoverSupervisor.MISSES
                        + " misses");
        properties.put("run_as", group.runAs());
        properties.put("folder", home.folder().toString());
        properties.put("links", links(home, wired));
        properties.put("balancer", "none: clients connect to each node directly");
        properties.put("limits", limits(group, home));
        return properties;
    }

    /** One, except during an upgrade. */
    private static String versions(HaGroup group, HaFolder home) throws IOException {
        return home.versions(group).values().stream().distinct().sorted().collect(Collectors.joining(" and "));
    }

    private static String links(HaFolder home, boolean wired) throws IOException {
        Optional<Subnet> subnet = home.subnet();
        if (subnet.isPresent()) {
            return "each node in its own network namespace, " + subnet.get().range();
        }
        return wired ? "clients and replication go through a TCP proxy on this machine" : "none";
    }

    /** The limits that every report about this target must state. */
    private static String limits(HaGroup group, HaFolder home) throws IOException {
        return "PostgreSQL " + versions(group, home) + ", 1 primary + "
                + (group.members().size() - 1)
                + " quorum-synchronous standbys (ANY 1) on one host. Failover by Squall's own supervisor (poll "
                + FailoverSupervisor.POLL.toMillis() + " ms, " + FailoverSupervisor.MISSES
                + " misses, single decision maker, no consensus)."
                + " Not a distributed SQL database. Recovery times show this supervisor's settings. Zones are simulated.";
    }
}
