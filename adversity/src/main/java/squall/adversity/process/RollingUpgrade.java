package squall.adversity.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.adversity.NodeStates;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Upgrades;
import squall.spi.FaultEffect;
import squall.spi.Options;

/** Provider of rolling upgrades, by the name {@code rollingUpgrade}: nodes are moved to another version, one at a time. */
public final class RollingUpgrade extends RollingFaultProvider {
    public RollingUpgrade() {
        super(
                "rollingUpgrade",
                "upgrades one node after another, the primary last: to (a version or an image; the testbed's databases have a usual one),"
                        + " settle (5s); halts at a node that does not start; healing restores the former version",
                Upgrades.class,
                "to");
    }

    @Override
    RollingFaultProvider.RollingStep treatment(Cluster cluster, Options options, Map<String, String> before) {
        return new UpgradeStep(cluster, options.text("to", ""), before);
    }

    /** {@inheritDoc} Downloads a version that is not on this machine, before the run. */
    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        Optional<String> missing = super.refusal(cluster, options);
        if (missing.isPresent() || !(cluster instanceof Upgrades upgrades)) {
            return missing;
        }
        try {
            String to = options.text("to", "");
            String from = upgrades.version(cluster.nodes().getFirst());
            Optional<String> target = to.isEmpty() ? upgrades.usualUpgrade(from) : Optional.of(to);
            return target.isEmpty() ? Optional.of(unnamed(from)) : upgrades.refusal(target.get());
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while the version was looked up");
        }
    }

    private static String unnamed(String from) {
        return "option 'to' must name a version: there is no usual one after " + from;
    }

    /**
     * Step that runs another version of the database, with the node's data.
     *
     * @param named the version; empty for the cluster's usual one
     * @param before version of each node, by its name
     */
    private record UpgradeStep(Cluster cluster, String named, Map<String, String> before)
            implements RollingFaultProvider.RollingStep {
        @Override
        public String text() {
            return "upgrade it to " + (named.isEmpty() ? "the usual next version" : named);
        }

        @Override
        public Map<String, String> facts(List<Node> nodes) throws IOException, InterruptedException {
            Map<String, String> versions = new LinkedHashMap<>();
            for (Node node : nodes) {
                versions.put(node.name(), upgrades().version(node));
            }
            return versions;
        }

        @Override
        public void treat(Node node, Consumer<String> seen) throws IOException, InterruptedException {
            upgrades().upgrade(node, target(node));
            String runs = upgrades().version(node);
            if (runs.equals(had(node)) && !target(node).equals(runs)) {
                throw new IOException(node.name() + " still runs " + runs + " after its upgrade to " + target(node));
            }
            seen.accept(node.name() + " runs " + runs + ", ran " + had(node));
        }

        @Override
        public FaultEffect effect(List<Node> nodes) throws IOException, InterruptedException {
            boolean present = false;
            List<String> found = new ArrayList<>();
            for (Node node : recorded(nodes, before)) {
                String version = upgrades().version(node);
                present |= !version.equals(had(node));
                found.add(node.name() + " runs " + version);
            }
            return new FaultEffect(present, String.join(", ", found));
        }

        /**
         * Restores every node, whatever it runs now: a node whose change has not started looks unchanged. The cluster does nothing for
         * unchanged ones. Where it prescribes an order, the first of these covers all that changed before it.
         */
        @Override
        public void undo(List<Node> nodes) throws IOException, InterruptedException {
            for (Node node : recorded(nodes, before)) {
                upgrades().upgrade(node, had(node));
                new NodeStates(cluster, List.of(node)).awaitServing();
            }
        }

        @Override
        public List<Node> order(List<Node> nodes) throws IOException {
            return cluster.changeOrder(nodes);
        }

        private String target(Node node) throws IOException, InterruptedException {
            String from = had(node);
            return named.isEmpty()
                    ? upgrades().usualUpgrade(from).orElseThrow(() -> new IOException(unnamed(from)))
                    : named;
        }

        /** @throws IOException if it was not recorded before it began */
        private String had(Node node) throws IOException {
            String version = before.get(node.name());
            if (version == null) {
                throw new IOException("the former version of " + node.name() + " is unknown");
            }
            return version;
        }

        private Upgrades upgrades() {
            return (Upgrades) cluster;
        }
    }
}
