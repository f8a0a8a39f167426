package squall.scenario.target;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import squall.spi.Cluster;

/** Which nodes a fault strikes. */
public sealed interface Selector {
    /**
     * The nodes as the cluster stands: the same for the same cluster and the same state of {@code random}.
     *
     * @throws IllegalArgumentException if a node, zone or region is named that is not there
     */
    Chosen choose(Field field, RandomGenerator random);

    /** For a fault of the cluster as a whole; and who is spared where nobody is. */
    record Nobody() implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            return new Chosen.Nodes(List.of());
        }
    }

    /** Every node. */
    record Everybody() implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            return new Chosen.Nodes(field.nodes());
        }
    }

    /** One node by its name. */
    record Named(String node) implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            return new Chosen.Nodes(List.of(field.node(node)));
        }
    }

    /** Some of {@code from}, drawn evenly. @param not those that are spared */
    record Drawn(Portion portion, Selector from, Selector not) implements Selector {
        /** Some of all. */
        public Drawn(Portion portion) {
            this(portion, new Everybody(), new Nobody());
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
                return new Chosen.NotApplicable("there is no " + portion.key() + " of " + nodes.size() + " nodes");
            }
            List<Cluster.Node> shuffled = new ArrayList<>(nodes);
            Collections.shuffle(shuffled, Random.from(random));
            return new Chosen.Nodes(shuffled.subList(0, count));
        }
    }

    /** All nodes of a zone or region. @param name empty: one is drawn */
    record Whole(Level level, Optional<String> name) implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            Map<String, List<Cluster.Node>> there = level.parts(field.nodes());
            List<String> names = List.copyOf(there.keySet());
            String chosen = name.orElseGet(() -> names.get(random.nextInt(names.size())));
            if (!there.containsKey(chosen)) {
                throw new IllegalArgumentException(
                        "there is no " + level.key() + " '" + chosen + "', there are " + names);
            }
            return there.size() < 2
                    ? new Chosen.NotApplicable("all nodes are in one " + level.key() + ", none would be left")
                    : new Chosen.Nodes(there.get(chosen));
        }
    }

    /** Those who play a role at this moment, for example {@code primary}. */
    record InRole(String role) implements Selector {
        @Override
        public Chosen choose(Field field, RandomGenerator random) {
            List<Cluster.Node> nodes = field.roles().getOrDefault(role, List.of()).stream()
                    .map(field::node)
                    .toList();
            return nodes.isEmpty()
                    ? new Chosen.NotApplicable("no node is known to be " + role + ", the cluster tells "
                            + field.roles().keySet().stream().sorted().toList())
                    : new Chosen.Nodes(nodes);
        }
    }

    /** Several one after the other; who is taken is not taken again. */
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
}
