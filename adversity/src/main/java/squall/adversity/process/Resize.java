package squall.adversity.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.adversity.NodeStates;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Resizes;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.spi.FaultEffect;
import squall.spi.Options;

/** Provider of nodes that get more or less of their machine, one at a time, by the name {@code resize}. */
public final class Resize extends RollingFaultProvider {
    private static final int USUAL_PERCENT = 200;
    private static final int LEAST_PERCENT = 10;
    private static final int MOST_PERCENT = 1000;
    private static final int MOST_CPUS = 1024;

    public Resize() {
        super(
                "resize",
                "restarts one node after another with more or less memory and processors: memory (percent of the present, 200),"
                        + " cpus (as before), settle (5s); healing restores them",
                Resizes.class,
                "memory",
                "cpus");
    }

    @Override
    RollingFaultProvider.RollingStep treatment(Cluster cluster, Options options, Map<String, String> before) {
        int memoryPercent = options.number("memory", USUAL_PERCENT, LEAST_PERCENT, MOST_PERCENT);
        return new ResizeStep(cluster, memoryPercent, options.number("cpus", 0, 0, MOST_CPUS), before);
    }

    /**
     * Step that restarts a node with more or less of the machine.
     *
     * @param memoryPercent of what a node had before
     * @param cpus which it may run on; 0 for as many as before
     * @param before resources of each node, by its name
     */
    private record ResizeStep(Cluster cluster, int memoryPercent, int cpus, Map<String, String> before)
            implements RollingFaultProvider.RollingStep {
        private static final int WHOLE = 100;

        /** Number of facts that a size consists of. */
        private static final int FACTS = 2;

        @Override
        public String text() {
            return "restart it with " + memoryPercent + " % of its memory"
                    + (cpus == 0 ? "" : " on " + cpus + (cpus == 1 ? " processor" : " processors"));
        }

        @Override
        public Map<String, String> facts(List<Node> nodes) throws IOException, InterruptedException {
            Map<String, String> sizes = new LinkedHashMap<>();
            for (Node node : nodes) {
                Size size = resizes().size(node);
                String former = size.memoryMb() + " " + size.cpusText() + " "
                        + resizes().resources(node);
                sizes.put(node.name(), former.strip());
            }
            return sizes;
        }

        @Override
        public void treat(Node node, Consumer<String> seen) throws IOException, InterruptedException {
            Size had = had(node);
            int memoryMb = Math.toIntExact((long) had.memoryMb() * memoryPercent / WHOLE);
            resizes().resize(node, new Size(memoryMb, cpus == 0 ? had.cpus() : cpus));
            seen.accept(node.name() + " has " + resizes().size(node) + ", had " + had);
        }

        @Override
        public FaultEffect effect(List<Node> nodes) throws IOException, InterruptedException {
            boolean present = false;
            List<String> found = new ArrayList<>();
            for (Node node : recorded(nodes, before)) {
                State state = cluster.state(node);
                boolean up = state == State.UP;
                present |= !up || !resizes().size(node).equals(had(node));
                found.add(node.name() + (up ? " has " + resizes().size(node) : " is " + state));
            }
            return new FaultEffect(present, String.join(", ", found));
        }

        /**
         * Restores every node, whatever its present state: a node whose change has not started looks unchanged. The cluster does nothing
         * for unchanged ones. Where it prescribes an order, the first of these covers all that changed before it.
         */
        @Override
        public void undo(List<Node> nodes) throws IOException, InterruptedException {
            for (Node node : recorded(nodes, before)) {
                resizes().restore(node, had(node), former(node).length > FACTS ? former(node)[FACTS] : "");
                new NodeStates(cluster, List.of(node)).awaitServing();
            }
        }

        @Override
        public List<Node> order(List<Node> nodes) throws IOException {
            return cluster.changeOrder(nodes);
        }

        private Size had(Node node) throws IOException {
            String[] words = former(node);
            return new Size(Integer.parseInt(words[0]), Double.parseDouble(words[1]));
        }

        /** Returns memory, processors and, if there is more to know, the other resources. @throws IOException if they were not recorded */
        private String[] former(Node node) throws IOException {
            String[] words = before.getOrDefault(node.name(), "").split(" ", FACTS + 1);
            if (words.length < FACTS) {
                throw new IOException("the former resources of " + node.name() + " are unknown");
            }
            return words;
        }

        private Resizes resizes() {
            return (Resizes) cluster;
        }
    }
}
