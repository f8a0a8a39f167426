package squall.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import squall.spi.Cluster;

/** Setup of a scenario: cluster, load, probes and limits from the first phase to the last. */
public record ScenarioSetup(ClusterSpec cluster, LoadSpec load, ProbeSettings probes, SafetyLimits safety) {
    public ScenarioSetup with(ClusterSpec other) {
        return new ScenarioSetup(other, load, probes, safety);
    }

    public ScenarioSetup with(LoadSpec other) {
        return new ScenarioSetup(cluster, other, probes, safety);
    }

    /**
     * Specification of the cluster whose nodes are disturbed.
     *
     * @param cluster empty if the command line defines it
     * @param nodes the nodes that the scenario is written for, used for planning without a cluster; their addresses have no meaning. May be
     *     empty
     */
    public record ClusterSpec(Optional<ProviderSpec> cluster, List<Cluster.Node> nodes) {
        /** Specification that leaves the cluster to the command line. */
        public static final ClusterSpec OPEN = new ClusterSpec(Optional.empty(), List.of());

        public ClusterSpec {
            nodes = List.copyOf(nodes);
        }

        public ClusterSpec with(ProviderSpec other) {
            return new ClusterSpec(Optional.of(other), nodes);
        }
    }

    /**
     * Specification of the load and its rate.
     *
     * @param engine the load; empty if the command line defines it
     * @param sessions empty: a number that suits the engine
     * @param statementTimeout shorter than a hold, so that an outage is not one slow operation; empty: the engine's own
     * @param clientPolicy timeouts and retries of a client in front of the sessions; empty: the operations wait for a session and its answer
     */
    public record LoadSpec(
            Optional<ProviderSpec> engine,
            OptionalInt sessions,
            LoadRate rate,
            Optional<Duration> statementTimeout,
            Optional<ClientPolicy> clientPolicy) {
        public LoadSpec {
            sessions.ifPresent(number -> ValueChecks.atLeast("load.sessions", 1, number));
            statementTimeout.ifPresent(limit -> ValueChecks.positive("load.statementTimeout", limit));
            ValueChecks.require(
                    clientPolicy.isEmpty() || rate instanceof LoadRate.Fixed || rate instanceof LoadRate.RatioOfMax,
                    "load.rate",
                    "{fixed: 400/s} or {ratioOfMax: 0.5} with load.clientPolicy, whose retries come in addition to new requests",
                    rate.getClass().getSimpleName());
        }

        /** Creates the specification of a load without a client policy. */
        public LoadSpec(
                Optional<ProviderSpec> engine,
                OptionalInt sessions,
                LoadRate rate,
                Optional<Duration> statementTimeout) {
            this(engine, sessions, rate, statementTimeout, Optional.empty());
        }

        public LoadSpec with(ProviderSpec other) {
            return new LoadSpec(Optional.of(other), sessions, rate, statementTimeout, clientPolicy);
        }

        public LoadSpec with(LoadRate other) {
            return new LoadSpec(engine, sessions, other, statementTimeout, clientPolicy);
        }
    }

    /** Source of a load's due times. */
    public sealed interface LoadRate {
        /** Fixed rate: open loop. */
        record Fixed(double perSecond) implements LoadRate {
            public Fixed {
                ValueChecks.perSecond("load.rate.fixed", perSecond);
            }
        }

        /** Share of the maximum, which the load reached without a rate limit in the last quarter of the fill phase; open loop. */
        record RatioOfMax(double ratio) implements LoadRate {
            public RatioOfMax {
                ValueChecks.require(
                        ratio > 0 && ratio <= 1, "load.rate.ratioOfMax", "in (0, 1]", Double.toString(ratio));
            }
        }

        /** Think times of the load's own users. */
        record ThinkTimes() implements LoadRate {}

        /** Closed loop: operations are sent when sessions become free, so an outage hides in the operations that were not sent. */
        record Closed() implements LoadRate {}
    }

    /**
     * Safety limits: the hosts that a fault may touch and the part of the cluster that may be faulty.
     *
     * @param allowHosts address ranges in CIDR form; other nodes are not touched
     * @param maxFaultyNodes at one time; empty: what the quorum guard allows
     * @param maxFaultyZones likewise
     * @param quorumGuard whether an injection that leaves a group of replicas without majority is refused
     * @param healthyWithin longest wait before an injection until every node serves; after that the phase is skipped
     * @param grace time after the end of a hold until faults heal without the process that injected them
     */
    public record SafetyLimits(
            List<String> allowHosts,
            OptionalInt maxFaultyNodes,
            OptionalInt maxFaultyZones,
            boolean quorumGuard,
            Duration healthyWithin,
            Duration grace) {
        /** Loopback addresses of this machine. */
        public static final List<String> HERE = List.of("127.0.0.0/8", "::1/128");

        /** Address range reserved for tests of networks (RFC 2544); the namespaces of a local cluster use it. */
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

        /** Returns these limits with further hosts that may be disturbed. */
        public SafetyLimits allowing(List<String> more) {
            List<String> hosts =
                    Stream.concat(allowHosts.stream(), more.stream()).toList();
            return new SafetyLimits(hosts, maxFaultyNodes, maxFaultyZones, quorumGuard, healthyWithin, grace);
        }
    }
}
