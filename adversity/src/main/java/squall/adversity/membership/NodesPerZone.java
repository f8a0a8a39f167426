package squall.adversity.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.adversity.MissingCapability;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Scales;

/** How many nodes each zone has; written as {@code ZONE REGION COUNT}, a line each. */
record NodesPerZone(Map<Place, Integer> counts) {
    /** A zone of a region. */
    record Place(String zone, String region) implements Comparable<Place> {
        static Place of(Node node) {
            return new Place(node.zone(), node.region());
        }

        @Override
        public int compareTo(Place other) {
            return (region + " " + zone).compareTo(other.region + " " + other.zone);
        }
    }

    /** Why no node can join or leave; empty if one can. */
    static Optional<String> refusal(Cluster cluster) {
        if (!(cluster instanceof Scales)) {
            return Optional.of("nodes of this cluster cannot be added or removed");
        }
        return MissingCapability.of(cluster, Scales.class);
    }

    static NodesPerZone of(List<Node> nodes) {
        return new NodesPerZone(nodes.stream()
                .collect(Collectors.groupingBy(
                        Place::of,
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.counting(), Math::toIntExact))));
    }

    static NodesPerZone read(String text) {
        return new NodesPerZone(text.lines()
                .map(line -> line.split(" ", -1))
                .collect(Collectors.toMap(
                        words -> new Place(words[0], words[1]),
                        words -> Integer.valueOf(words[2]),
                        (a, b) -> b,
                        TreeMap::new)));
    }

    String written() {
        return counts.entrySet().stream()
                .map(each -> each.getKey().zone() + " " + each.getKey().region() + " " + each.getValue())
                .collect(Collectors.joining("\n"));
    }

    /** Where a node is missing in the other, once for each. */
    List<Place> missingIn(NodesPerZone other) {
        List<Place> missing = new ArrayList<>();
        counts.forEach((place, count) -> {
            for (int have = other.counts.getOrDefault(place, 0); have < count; have++) {
                missing.add(place);
            }
        });
        return missing;
    }

    /** Nodes beyond what there was, the newest first. */
    List<Node> beyond(List<Node> nodes) {
        Map<Place, List<Node>> here = nodes.stream().collect(Collectors.groupingBy(Place::of));
        Function<Map.Entry<Place, List<Node>>, List<Node>> tail = each -> each.getValue()
                .subList(
                        Math.min(each.getValue().size(), counts.getOrDefault(each.getKey(), 0)),
                        each.getValue().size());
        return here.entrySet().stream().map(tail).flatMap(List::stream).toList();
    }
}
