package squall.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import squall.spi.Cluster;

/** What runs from the first phase of a scenario to the last. */
public record ScenarioSetup(ClusterSpec cluster, LoadSpec load, ProbeSettings probes, SafetyLimits safety) {
    public ScenarioSetup with(ClusterSpec other) {
        return new ScenarioSetup(other, load, probes, safety);
    }

    public ScenarioSetup with(LoadSpec other) {
        return new ScenarioSetup(cluster, other, probes, safety);
    }

    /**
     * Which nodes are disturbed.
     *
     * @param cluster empty if the command line defines it
     * @param nodes the nodes that the scenario is written for, used for planning without a cluster; their addresses have no meaning. May be
     * empty
     */
    public record ClusterSpec(Optional<ProviderSpec> cluster, List<Cluster.Node> nodes) {
        /** As the command line defines. */
        public static final ClusterSpec OPEN = new ClusterSpec(Optional.empty(), List.of());

        public ClusterSpec {
            nodes = List.copyOf(nodes);
        }

        public ClusterSpec with(ProviderSpec other) {
            return new ClusterSpec(Optional.of(other), nodes);
        }
    }

    /**
     * What the cluster does meanwhile, and how fast.
     *
     * @param engine the load; empty if the command line defines it
     * @param sessions empty: as many as suit the engine
     * @param statementTimeout shorter than a hold, so that an outage is not one slow operation; empty: the engine's own
     */
    public record LoadSpec(
            Optional<ProviderSpec> engine, OptionalInt sessions, LoadRate rate, Optional<Duration> statementTimeout) {
        public LoadSpec {
            sessions.ifPresent(number -> ValueChecks.atLeast("load.sessions", 1, number));
            statementTimeout.ifPresent(limit -> ValueChecks.positive("load.statementTimeout", limit));
        }

        public LoadSpec with(ProviderSpec other) {
            return new LoadSpec(Optional.of(other), sessions, rate, statementTimeout);
        }
    }

    /** Where the due times of a load come from. */
    public sealed interface LoadRate {
        /** Open loop. */
        record Fixed(double perSecond) implements LoadRate {
            public Fixed {
                ValueChecks.perSecond("load.rate.fixed", perSecond);
            }
        }

        /** Open loop at a share of what the load reached as fast as it could, in the last quarter of the fill phase. */
        record RatioOfMax(double ratio) implements LoadRate {
            public RatioOfMax {
                ValueChecks.require(
                        ratio > 0 && ratio <= 1, "load.rate.ratioOfMax", "in (0, 1]", Double.toString(ratio));
            }
        }

        /** The load's own users, with think times. */
        record ThinkTimes() implements LoadRate {}

        /** As fast as sessions become free: an outage then hides in the operations that were not sent. */
        record Closed() implements LoadRate {}
    }

    /**
     * What a fault may touch and how much of the cluster it may take.
     *
     * @param allowHosts address ranges in CIDR form; a node elsewhere is not touched
     * @param maxFaultyNodes at one time; empty: what the quorum guard allows
     * @param maxFaultyZones likewise
     * @param quorumGuard whether an injection that leaves a group of replicas without majority is refused
     * @param healthyWithin how long is waited before an injection for every node to serve; then the phase is skipped
     * @param grace time after the end of a hold until faults heal without the process that injected them
     */
    public record SafetyLimits(
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

        public static final SafetyLimits DEFAULT = new SafetyLimits(
                HERE, OptionalInt.empty(), OptionalInt.empty(), true, Duration.ofMinutes(2), Duration.ofSeconds(60));

        public SafetyLimits {
            allowHosts = List.copyOf(allowHosts);
            maxFaultyNodes.ifPresent(most -> ValueChecks.atLeast("safety.maxFaultyNodes", 1, most));
            maxFaultyZones.ifPresent(most -> ValueChecks.atLeast("safety.maxFaultyZones", 1, most));
            ValueChecks.notNegative("safety.healthyWithin", healthyWithin);
            ValueChecks.positive("safety.grace", grace);
        }

        /** With further hosts that may be disturbed. */
        public SafetyLimits allowing(List<String> more) {
            List<String> hosts =
                    Stream.concat(allowHosts.stream(), more.stream()).toList();
            return new SafetyLimits(hosts, maxFaultyNodes, maxFaultyZones, quorumGuard, healthyWithin, grace);
        }
    }
}
