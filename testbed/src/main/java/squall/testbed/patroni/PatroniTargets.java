package squall.testbed.patroni;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import squall.spi.Target;
import squall.testbed.postgres.PasswordFile;

/** The description of a group for clients, including its limits. */
final class PatroniTargets {
    private PatroniTargets() {}

    static Target of(PatroniGroup group, PatroniFolder home) throws IOException {
        String url = group.patroniMembers().stream()
                .map(patroniMember -> patroniMember.member().address().toString())
                .collect(Collectors.joining(
                        ",", "jdbc:postgresql://", "/" + PatroniMaintenance.DATABASE + "?targetServerType=primary"));
        return new Target(
                "postgres-ha", url, PasswordFile.USER, home.passwords().read(), properties(group, home));
    }

    private static Map<String, String> properties(PatroniGroup group, PatroniFolder home) throws IOException {
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", group.versions().postgres());
        properties.put("host_count", "1");
        properties.put(
                "supervisor",
                "Patroni " + group.versions().patroni() + " with etcd "
                        + group.versions().etcd() + ", " + settings());
        properties.put("run_as", group.runAs());
        properties.put("folder", home.folder().toString());
        properties.put(
                "links",
                home.subnet()
                        .map(subnet -> "each node in its own network namespace, " + subnet.range())
                        .orElse("none"));
        properties.put("balancer", "none: clients connect to each node directly");
        properties.put("limits", limits(group));
        return properties;
    }

    private static String settings() {
        return "ttl " + PatroniSettings.TTL + " s, loop_wait " + PatroniSettings.LOOP_WAIT + " s, retry_timeout "
                + PatroniSettings.RETRY_TIMEOUT + " s, synchronous_mode on";
    }

    /** The limits that every report about this target must state. */
    private static String limits(PatroniGroup group) {
        return "PostgreSQL " + group.versions().postgres() + ", 1 primary + "
                + (group.patroniMembers().size() - 1)
                + " standbys, one of them synchronous, on one host. Failover by Patroni "
                + group.versions().patroni() + " (" + settings() + "), which coordinates through etcd "
                + group.versions().etcd() + ", one member per node. Not a distributed SQL database."
                + " Recovery times show these settings. Zones are simulated.";
    }
}
