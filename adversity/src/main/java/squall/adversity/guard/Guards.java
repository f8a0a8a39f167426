package squall.adversity.guard;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import squall.scenario.Phase.Consent;
import squall.scenario.Safety;
import squall.spi.Cluster.Node;

/** What forbids an injection: asked when it is planned, and again when its moment has come. */
public record Guards(Safety safety) {
    /** Faults that change what the other is: a node that holds still does not see its disk stall. */
    private static final Set<Set<String>> AT_ODDS = Set.of(Set.of("pause", "diskStall"));

    /**
     * Why the next one is forbidden; empty if it is not.
     *
     * @param nodes of the cluster
     * @param running those in effect by now
     */
    public Optional<String> refusal(List<Node> nodes, Collection<Struck> running, Struck next, Set<Consent> consents) {
        Set<Node> faulty = new LinkedHashSet<>();
        Stream.concat(running.stream(), Stream.of(next)).forEach(each -> faulty.addAll(each.faulty()));
        return new HostList(safety.allowHosts())
                .refusal(nodes)
                .or(() -> overlap(running, next))
                .or(() -> limit("maxFaultyNodes", safety.maxFaultyNodes(), faulty.size()))
                .or(() -> limit("maxFaultyZones", safety.maxFaultyZones(), zones(faulty)))
                .or(() -> majority(nodes, faulty, next, consents));
    }

    private Optional<String> majority(List<Node> nodes, Set<Node> faulty, Struck next, Set<Consent> consents) {
        return next.faulty().isEmpty() || !safety.quorumGuard() || consents.contains(Consent.QUORUM_LOSS)
                ? Optional.empty()
                : Majority.of(nodes).refusal(nodes, faulty);
    }

    private static Optional<String> overlap(Collection<Struck> running, Struck next) {
        return running.stream()
                .filter(other -> other.nodes().stream().anyMatch(next.nodes()::contains))
                .filter(other -> other.fault().equals(next.fault())
                        || AT_ODDS.stream().anyMatch(pair -> pair.containsAll(Set.of(other.fault(), next.fault()))))
                .map(other -> "one of its nodes is struck by " + other.fault() + " (" + other.name()
                        + ") already, which cannot be told apart from " + next.fault())
                .findFirst();
    }

    private static Optional<String> limit(String key, OptionalInt most, int found) {
        return most.isPresent() && found > most.getAsInt()
                ? Optional.of("safety." + key + " is " + most.getAsInt() + ", this would make it " + found)
                : Optional.empty();
    }

    private static int zones(Set<Node> nodes) {
        return (int) nodes.stream().map(Node::place).distinct().count();
    }
}
