package squall.testbed.patroni;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import squall.spi.Target;
import squall.testbed.postgres.Passwords;

/** A group as clients are told of it, limits included. */
final class PatroniTargets {
    private PatroniTargets() {}

    static Target of(Group group, Home home) throws IOException {
        String url = group.seats().stream()
                .map(seat -> seat.member().address().toString())
                .collect(Collectors.joining(
                        ",", "jdbc:postgresql://", "/" + Upkeep.DATABASE + "?targetServerType=primary"));
        return new Target("postgres-ha", url, Passwords.USER, home.passwords().read(), properties(group, home));
    }

    private static Map<String, String> properties(Group group, Home home) throws IOException {
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
                        .map(subnet -> "each node in a network namespace of its own, " + subnet.range())
                        .orElse("none"));
        properties.put("balancer", "none: clients reach each node");
        properties.put("limits", limits(group));
        return properties;
    }

    private static String settings() {
        return "ttl " + Settings.TTL + " s, loop_wait " + Settings.LOOP_WAIT + " s, retry_timeout "
                + Settings.RETRY_TIMEOUT + " s, synchronous_mode on";
    }

    /** What no report about this target may leave out. */
    private static String limits(Group group) {
        return "PostgreSQL " + group.versions().postgres() + ", 1 primary + "
                + (group.seats().size() - 1) + " standbys, one of them synchronous, on one host. Failover by Patroni "
                + group.versions().patroni() + " (" + settings() + "), which agrees in etcd "
                + group.versions().etcd() + ", one member a node. Not a distributed SQL database."
                + " Recovery times show these settings. Zones are simulated.";
    }
}
