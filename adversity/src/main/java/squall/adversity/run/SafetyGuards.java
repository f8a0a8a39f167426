package squall.adversity.run;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.scenario.Injection;
import squall.scenario.Injection.InjectionRepeat.Gap;
import squall.scenario.Phase;
import squall.scenario.Phase.Consent;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.spi.Cluster;
import squall.spi.Cluster.Local;
import squall.spi.Cluster.Node;
import squall.spi.ClusterProvider;
import squall.spi.ClusterProvider.ControlServer;
import squall.spi.FaultProvider.Aim;
import squall.spi.Options;

/**
 * Guard that keeps an injection from doing harm: it refuses it when it is planned and again when it is due, and limits the time after which
 * it heals by itself.
 */
public record SafetyGuards(ScenarioSetup.SafetyLimits safety) {
    /** Pairs of faults one of which changes the other: a paused node does not see its disk stall. */
    private static final Set<Set<String>> AT_ODDS = Set.of(Set.of("pause", "diskStall"));

    /**
     * Creates the guards of a scenario on a cluster; one on this machine may always be disturbed inside its network namespaces. The nodes
     * that a scenario is written for have no hosts yet.
     */
    static SafetyGuards of(ScenarioSetup.SafetyLimits safety, Cluster cluster) {
        if (cluster instanceof DryRunCluster paper && paper.outline().isEmpty()) {
            return new SafetyGuards(
                    safety.allowing(paper.nodes().stream().map(Node::host).toList()));
        }
        return new SafetyGuards(
                cluster instanceof Local ? safety.allowing(List.of(ScenarioSetup.SafetyLimits.NAMESPACES)) : safety);
    }

    /**
     * Returns why the next fault is forbidden; empty if it is not.
     *
     * @param nodes of the cluster
     * @param running those in effect now
     */
    public Optional<String> refusal(
            List<Node> nodes, Collection<ActiveFault> running, ActiveFault next, Set<Consent> consents) {
        Set<Node> faulty = new LinkedHashSet<>();
        Stream.concat(running.stream(), Stream.of(next)).forEach(each -> faulty.addAll(each.faulty()));
        return new AllowedHosts(safety.allowHosts())
                .refusal(nodes)
                .or(() -> overlap(running, next))
                .or(() -> limit("maxFaultyNodes", safety.maxFaultyNodes(), faulty.size()))
                .or(() -> limit("maxFaultyZones", safety.maxFaultyZones(), zones(faulty)))
                .or(() -> majority(nodes, faulty, next, consents));
    }

    /** Returns why a cluster may not even be asked, because of the host of the server that controls it; empty if it may. */
    public Optional<String> refusal(ControlServer server) {
        return new AllowedHosts(safety.allowHosts()).refusal("the server that controls the cluster", server.host());
    }

    /** @throws IllegalArgumentException if the cluster is controlled by a server on a host that faults may not affect, which is not asked */
    public void requireControl(ClusterProvider provider, Options cluster) {
        Optional<String> refusal = provider.controlServer(cluster).flatMap(this::refusal);
        if (refusal.isPresent()) {
            throw new IllegalArgumentException(refusal.get());
        }
    }

    private Optional<String> majority(List<Node> nodes, Set<Node> faulty, ActiveFault next, Set<Consent> consents) {
        return next.faulty().isEmpty() || !safety.quorumGuard() || consents.contains(Consent.QUORUM_LOSS)
                ? Optional.empty()
                : QuorumGuard.of(nodes).refusal(nodes, faulty);
    }

    private static Optional<String> overlap(Collection<ActiveFault> running, ActiveFault next) {
        return running.stream()
                .filter(other -> other.nodes().stream().anyMatch(next.nodes()::contains))
                .filter(other -> other.fault().equals(next.fault())
                        || AT_ODDS.stream().anyMatch(pair -> pair.containsAll(Set.of(other.fault(), next.fault()))))
                .map(other -> "one of its nodes is already affected by " + other.fault() + " (" + other.name()
                        + "), which cannot be distinguished from " + next.fault())
                .findFirst();
    }

    private static Optional<String> limit(String key, OptionalInt most, int found) {
        return most.isPresent() && found > most.getAsInt()
                ? Optional.of("safety." + key + " is " + most.getAsInt() + ", but this fault would make it " + found)
                : Optional.empty();
    }

    private static int zones(Set<Node> nodes) {
        return (int) nodes.stream().map(Node::place).distinct().count();
    }

    /** Filter of the hosts that may be disturbed at all. */
    record AllowedHosts(List<String> allowed) {
        public AllowedHosts {
            allowed = List.copyOf(allowed);
            allowed.forEach(CidrRange::parse);
        }

        /** Returns why a cluster of these nodes may not be disturbed; empty if it may. Every address of every node must be allowed. */
        public Optional<String> refusal(List<Node> nodes) {
            return nodes.stream()
                    .flatMap(node -> refusal(node.name(), node.host()).stream())
                    .findFirst();
        }

        private Optional<String> refusal(String what, String host) {
            List<CidrRange> networks = allowed.stream().map(CidrRange::parse).toList();
            try {
                for (InetAddress address : InetAddress.getAllByName(host)) {
                    if (networks.stream().noneMatch(network -> network.holds(address))) {
                        return Optional.of(what + " is on " + host
                                + ", which is not among the hosts that faults may affect, " + allowed
                                + "; extend them with safety.allowHosts in the scenario or --allow-host");
                    }
                }
                return Optional.empty();
            } catch (UnknownHostException e) {
                return Optional.of(what + " is on " + host + ", which is not a known host");
            }
        }
    }

    /**
     * Guard of the majority of every group of replicas. The placement of replicas is not known, so the worst is assumed, with one
     * exception: where there are as many zones or regions as replicas, no two replicas of a group lie in one of them.
     *
     * @param replicas of each row
     */
    private record QuorumGuard(int replicas) {
        private static final int USUAL_REPLICAS = 3;

        /** Creates the guard of a cluster with the usual three replicas, or as many as it has nodes. */
        static QuorumGuard of(List<Node> nodes) {
            return new QuorumGuard(Math.min(USUAL_REPLICAS, nodes.size()));
        }

        /** Returns why not all of these may be out of service at once; empty if they may. */
        Optional<String> refusal(List<Node> all, Collection<Node> faulty) {
            int spare = (replicas - 1) / 2;
            boolean kept = faulty.size() <= spare
                    || kept(all, faulty, Node::place, spare)
                    || kept(all, faulty, Node::region, spare);
            return kept
                    ? Optional.empty()
                    : Optional.of("with "
                            + faulty.stream().map(Node::name).sorted().collect(Collectors.joining(", "))
                            + " out of service, a majority of " + replicas
                            + " replicas may be down, because no more than "
                            + spare + " can be spared; allowQuorumLoss: true on the phase allows it");
        }

        private boolean kept(List<Node> all, Collection<Node> faulty, Function<Node, String> place, int spare) {
            return all.stream().map(place).distinct().count() >= replicas
                    && faulty.stream().map(place).distinct().count() <= spare;
        }
    }

    /** Range of addresses that begin with the same bits, as users write it: {@code 10.0.0.0/24}, {@code ::1}. */
    private record CidrRange(InetAddress first, int bits) {
        /** Pattern of an address: numbers with three dots or with colons, never a name, so that no DNS query is made. */
        private static final Pattern FORM =
                Pattern.compile("((?:\\d{1,3}\\.){3}\\d{1,3}|[0-9a-fA-F]*:[0-9a-fA-F.:]*)(?:/(\\d{1,3}))?");

        /** @throws IllegalArgumentException if the text is no network */
        static CidrRange parse(String text) {
            var form = FORM.matcher(text);
            if (!form.matches()) {
                throw wrong(text);
            }
            InetAddress first;
            try {
                first = InetAddress.getByName(form.group(1));
            } catch (UnknownHostException e) {
                throw wrong(text);
            }
            int all = first.getAddress().length * Byte.SIZE;
            int bits = form.group(2) == null ? all : Integer.parseInt(form.group(2));
            if (bits > all) {
                throw wrong(text);
            }
            return new CidrRange(first, bits);
        }

        boolean holds(InetAddress other) {
            return other.getAddress().length == first.getAddress().length
                    && prefix(other).equals(prefix(first));
        }

        private BigInteger prefix(InetAddress address) {
            byte[] bytes = address.getAddress();
            return new BigInteger(1, bytes).shiftRight(bytes.length * Byte.SIZE - bits);
        }

        private static IllegalArgumentException wrong(String text) {
            return new IllegalArgumentException(
                    "safety.allowHosts must be addresses or networks such as 10.0.0.0/24, not '" + text + "'");
        }
    }

    /**
     * Fault that is in effect, and what it takes from a cluster.
     *
     * @param name of the injection
     * @param fault its kind
     * @param nodes those chosen; empty for a fault of the cluster as a whole
     */
    public record ActiveFault(String name, String fault, Aim aim, List<Node> nodes) {
        public ActiveFault {
            nodes = List.copyOf(nodes);
        }

        /** Returns the nodes that do not serve while it is in effect. */
        List<Node> faulty() {
            return aim == Aim.NODES ? nodes : List.of();
        }
    }

    /**
     * Limit of the time that parts of a scenario take: the times after which a fault heals by itself.
     *
     * <p>A baseline may take four times its length before it fails; a Poisson gap counts as ten means.
     */
    record MaximumDurations(Scenario scenario) {
        private static final int BASELINE_TIMES = 4;
        private static final int POISSON_MEANS = 10;

        /** Returns the maximum time of a fault from its arming until it must be healed, without grace. */
        Duration hold(int phase, Injection injection) {
            return hold(injection, fromPhase(phase));
        }

        private static Duration hold(Injection injection, Duration untilRunEnd) {
            return switch (injection.hold()) {
                case Injection.HoldTime.For held -> held.length();
                case Injection.HoldTime.UntilDone work -> work.max();
                case Injection.HoldTime.UntilRunEnd end -> untilRunEnd;
            };
        }

        private Duration fromPhase(int first) {
            Duration sum = Duration.ZERO;
            for (Phase phase :
                    scenario.phases().subList(first, scenario.phases().size())) {
                sum = sum.plus(of(phase));
            }
            return sum;
        }

        private Duration of(Phase phase) {
            return switch (phase) {
                case Phase.Fill fill -> fill.length();
                case Phase.Baseline baseline -> baseline.length().multipliedBy(BASELINE_TIMES);
                case Phase.Control control -> control.hold().plus(around());
                case Phase.Cooldown cooldown -> cooldown.length();
                case Phase.Disturbed disturbed ->
                    disturbed.injections().stream()
                            .map(this::of)
                            .reduce(Duration.ZERO, Duration::plus)
                            .multipliedBy(scenario.rules().repetitions());
            };
        }

        private Duration of(Injection injection) {
            return hold(injection, Duration.ZERO)
                    .plus(around())
                    .plus(gap(injection.repeat().gap()))
                    .multipliedBy(injection.repeat().times());
        }

        private Duration around() {
            return scenario.setting()
                    .safety()
                    .healthyWithin()
                    .plus(scenario.rules().windows().settle())
                    .plus(scenario.rules().windows().recoveryMax())
                    .plus(scenario.rules().recovery().held());
        }

        private static Duration gap(Gap gap) {
            return switch (gap) {
                case Gap.Fixed fixed -> fixed.length();
                case Gap.Uniform uniform -> uniform.most();
                case Gap.Poisson poisson -> poisson.mean().multipliedBy(POISSON_MEANS);
            };
        }
    }
}
