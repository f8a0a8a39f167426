package squall.adversity.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Options;

/**
 * Which links a fault strikes.
 *
 * @param mode seen from the chosen nodes
 * @param shape what is parted from what
 * @param clients whether the chosen nodes are parted from clients as well as from peers
 */
record Cutting(Mode mode, Shape shape, boolean clients) {
    /** The options it is read from. */
    static final List<String> OPTIONS = List.of("mode", "shape", "clients");

    /** Directions, as the chosen nodes see them. */
    enum Mode {
        BIDIRECTIONAL,
        INBOUND,
        OUTBOUND
    }

    /** What is parted from what. */
    enum Shape {
        /** The chosen nodes from all others; among each other they talk. */
        ISOLATE,
        /** The first of the chosen nodes from the second; both talk to all others. */
        PAIR
    }

    /** @throws IllegalArgumentException if a value is none of its option's */
    static Cutting of(Options options) {
        Shape shape = one(options, "shape", Shape.class, Shape.ISOLATE);
        return new Cutting(one(options, "mode", Mode.class, Mode.BIDIRECTIONAL), shape, options.flag("clients", false));
    }

    /** The links in question, of a cluster of these nodes. */
    List<Link> links(List<Node> all, List<Node> chosen) {
        if (shape == Shape.PAIR && chosen.size() != 2) {
            throw new IllegalArgumentException("shape pair wants two nodes, not " + names(chosen));
        }
        List<String> inside = names(shape == Shape.PAIR ? chosen.subList(0, 1) : chosen);
        List<String> outside = shape == Shape.PAIR ? names(chosen.subList(1, 2)) : others(all, inside);
        List<Link> links = new ArrayList<>();
        for (String in : inside) {
            outside.forEach(out -> directions(new Link(in, out)).forEach(links::add));
        }
        return List.copyOf(links);
    }

    private List<String> others(List<Node> all, List<String> inside) {
        List<String> nodes =
                names(all).stream().filter(name -> !inside.contains(name)).toList();
        return clients ? Stream.concat(nodes.stream(), Stream.of(Links.CLIENTS)).toList() : nodes;
    }

    private Stream<Link> directions(Link outward) {
        return switch (mode) {
            case BIDIRECTIONAL -> Stream.of(outward, outward.reversed());
            case INBOUND -> Stream.of(outward.reversed());
            case OUTBOUND -> Stream.of(outward);
        };
    }

    private static List<String> names(List<Node> nodes) {
        return nodes.stream().map(Node::name).toList();
    }

    private static <E extends Enum<E>> E one(Options options, String key, Class<E> values, E fallback) {
        String found = options.text(key, fallback.name());
        for (E value : values.getEnumConstants()) {
            if (value.name().equalsIgnoreCase(found)) {
                return value;
            }
        }
        String wanted = String.join(
                ", ",
                Stream.of(values.getEnumConstants())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .toList());
        throw new IllegalArgumentException("option '" + key + "' must be one of " + wanted + ", not '" + found + "'");
    }
}
