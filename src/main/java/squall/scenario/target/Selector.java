package squall.scenario.target;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;

/** Selector of a fault's target nodes. */
public sealed interface Selector {
    /**
     * Chooses nodes for the current state of the cluster: the same for the same cluster and the same state of {@code random}.
     *
     * @throws IllegalArgumentException if a node, zone or region is named that does not exist
     */
    Chosen choose(Field field, RandomGenerator random);

    /** Selector of no node: for a fault of the cluster as a whole, and as the exclusion if no node is excluded. */
    record NoNodes() implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            return new Chosen.Nodes(List.of());
        }
    }

    /** Selector of every node. */
    record AllNodes() implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            return new Chosen.Nodes(field.nodes());
        }
    }

    /** Selector of one node by its name. */
    record Named(String node) implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            return new Chosen.Nodes(List.of(field.node(node)));
        }
    }

    /** Selector of some of {@code from}, drawn evenly. @param not nodes that are excluded */
    record Drawn(Portion portion, Selector from, Selector not) implements Selector {
        /** Creates a selector of some of all nodes. */
        public Drawn(Portion portion) {
            this(portion, new AllNodes(), new NoNodes());
        }

        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            return not.choose(field, random)
                    .then(spared -> from.choose(field.without(spared), random))
                    .then(left -> some(left, random));
        }

        private Chosen some(List<Cluster.Node> nodes, RandomGenerator random) {
            int count = portion.of(nodes.size());
            if (count == 0) {
                return new Chosen.NotApplicable("cannot choose a " + portion.key() + " of " + nodes.size() + " nodes");
            }
            List<Cluster.Node> shuffled = new ArrayList<>(nodes);
            Collections.shuffle(shuffled, Random.from(random));
            return new Chosen.Nodes(shuffled.subList(0, count));
        }
    }

    /** Selector of all nodes of a zone or region. @param name empty: one is drawn */
    record Whole(FailureDomain level, Optional<String> name) implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            Map<String, List<Cluster.Node>> there = level.parts(field.nodes());
            if (there.isEmpty()) {
                return new Chosen.NotApplicable("no nodes are left to choose a " + level.key() + " from");
            }
            List<String> names = List.copyOf(there.keySet());
            String chosen = name.orElseGet(() -> names.get(random.nextInt(names.size())));
            if (!there.containsKey(chosen)) {
                throw new IllegalArgumentException(
                        "there is no " + level.key() + " '" + chosen + "', there are " + names);
            }
            return there.size() < 2
                    ? new Chosen.NotApplicable("all nodes are in one " + level.key() + "; none would be left")
                    : new Chosen.Nodes(there.get(chosen));
        }
    }

    /** Selector of the nodes that have a role at this moment, for example {@code primary}. */
    record InRole(String role) implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            List<Cluster.Node> nodes = field.roles().getOrDefault(role, List.of()).stream()
                    .map(field::node)
                    .toList();
            return nodes.isEmpty()
                    ? new Chosen.NotApplicable("no node is known to be " + role + "; the cluster reports "
                            + field.roles().keySet().stream().sorted().toList())
                    : new Chosen.Nodes(nodes);
        }
    }

    /** List of selectors, applied one after the other; a node is chosen at most once. */
    record Each(List<Selector> parts) implements Selector {
        public Each {
            parts = List.copyOf(parts);
            if (parts.size() < 2) {
                throw new IllegalArgumentException("a list of targets must hold at least two, not " + parts.size());
            }
        }

        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            Chosen taken = new Chosen.Nodes(List.of());
            for (Selector part : parts) {
                taken = taken.then(
                        before -> part.choose(field.without(before), random).then(more -> joined(before, more)));
            }
            return taken;
        }

        private static Chosen joined(List<Cluster.Node> before, List<Cluster.Node> more) {
            List<Cluster.Node> all = new ArrayList<>(before);
            all.addAll(more);
            return new Chosen.Nodes(all);
        }
    }

    /** Portion of a set of nodes. */
    enum Portion {
        ONE("one") {
            @Override
            int of(int nodes) {
                return Math.min(1, nodes);
            }
        },
        /** Largest number that leaves a majority. */
        MINORITY("minority") {
            @Override
            int of(int nodes) {
                return Math.max(0, (nodes - 1) / 2);
            }
        },
        /** Largest number that is less than a third. */
        MINORITY_THIRD("minority-third") {
            @Override
            int of(int nodes) {
                return Math.max(0, (nodes - 1) / 3);
            }
        },
        /** Smallest number that is a majority. */
        MAJORITY("majority") {
            @Override
            int of(int nodes) {
                return nodes == 0 ? 0 : nodes / 2 + 1;
            }
        },
        ALL("all") {
            @Override
            int of(int nodes) {
                return nodes;
            }
        };

        private final String key;

        Portion(String key) {
            this.key = key;
        }

        /** Returns the key used in YAML. */
        public String key() {
            return key;
        }

        abstract int of(int nodes);
    }

    /** Result of a selector. */
    sealed interface Chosen {
        /** Continues with the nodes, if there are any. */
        Chosen then(Function<List<Cluster.Node>, Chosen> more);

        /** Chosen nodes, in the order in which the selector names them. */
        record Nodes(List<Cluster.Node> nodes) implements Chosen {
            public Nodes {
                nodes = List.copyOf(nodes);
            }

            @Override
            public Chosen then(Function<List<Cluster.Node>, Chosen> more) {
                return more.apply(nodes);
            }
        }

        /** Failure to choose: the cluster lacks what the phase needs. @param why one line */
        record NotApplicable(String why) implements Chosen {
            @Override
            public Chosen then(Function<List<Cluster.Node>, Chosen> more) {
                return this;
            }
        }
    }

    /** Failure domain: nodes that fail together. */
    enum FailureDomain {
        ZONE("zone") {
            @Override
            SequencedMap<String, List<Node>> parts(List<Node> nodes) {
                var exact = by(nodes, Node::place);
                var named = by(nodes, Node::zone);
                return named.size() == exact.size() ? named : exact;
            }
        },
        REGION("region") {
            @Override
            SequencedMap<String, List<Node>> parts(List<Node> nodes) {
                return by(nodes, Node::region);
            }
        };

        private final String key;

        FailureDomain(String key) {
            this.key = key;
        }

        /** Returns the key used in YAML. */
        public String key() {
            return key;
        }

        /** Groups nodes by zone or region, in the order of the nodes; by region and name if a name occurs in several regions. */
        abstract SequencedMap<String, List<Node>> parts(List<Node> nodes);

        static SequencedMap<String, List<Node>> by(List<Node> nodes, Function<Node, String> name) {
            return nodes.stream().collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
        }
    }
}
