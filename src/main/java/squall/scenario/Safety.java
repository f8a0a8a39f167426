package squall.scenario;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What a fault may touch and how much of the cluster it may take.
 *
 * @param allowHosts address ranges in CIDR form; a node elsewhere is not touched
 * @param maxFaultyNodes at one time; empty: what the quorum guard allows
 * @param maxFaultyZones likewise
 * @param quorumGuard whether an injection that leaves a group of replicas without majority is refused
 * @param healthyWithin how long is waited before an injection for every node to serve; then the phase is skipped
 * @param grace after the end of a hold, until faults heal without whoever injected them
 */
public record Safety(
        List<String> allowHosts,
        OptionalInt maxFaultyNodes,
        OptionalInt maxFaultyZones,
        boolean quorumGuard,
        Duration healthyWithin,
        Duration grace) {
    /** This machine's loopback. */
    public static final List<String> HERE = List.of("127.0.0.0/8", "::1/128");

    /** The range kept for tests of networks (RFC 2544), where a cluster on this machine has its namespaces. */
    public static final String NAMESPACES = "198.18.0.0/15";

    public static final Safety DEFAULT = new Safety(
            HERE, OptionalInt.empty(), OptionalInt.empty(), true, Duration.ofMinutes(2), Duration.ofSeconds(60));

    public Safety {
        allowHosts = List.copyOf(allowHosts);
        maxFaultyNodes.ifPresent(most -> Checks.atLeast("safety.maxFaultyNodes", 1, most));
        maxFaultyZones.ifPresent(most -> Checks.atLeast("safety.maxFaultyZones", 1, most));
        Checks.notNegative("safety.healthyWithin", healthyWithin);
        Checks.positive("safety.grace", grace);
    }

    /** With further hosts that may be disturbed. */
    public Safety allowing(List<String> more) {
        List<String> hosts = Stream.concat(allowHosts.stream(), more.stream()).toList();
        return new Safety(hosts, maxFaultyNodes, maxFaultyZones, quorumGuard, healthyWithin, grace);
    }
}
