package squall.adversity.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Upgrades;
import squall.spi.Effect;

/**
 * Another version of the database, with the node's data.
 *
 * @param before what nodes ran, by their names
 */
record Upgrading(Cluster cluster, String to, Map<String, String> before) implements Treatment {
    @Override
    public String told() {
        return "move it to " + to;
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
        upgrades().upgrade(node, to);
        seen.accept(node.name() + " runs " + upgrades().version(node) + ", ran " + had(node));
    }

    @Override
    public Effect effect(List<Node> nodes) throws IOException, InterruptedException {
        boolean present = false;
        List<String> found = new ArrayList<>();
        for (Node node : nodes) {
            String version = upgrades().version(node);
            present |= !version.equals(had(node));
            found.add(node.name() + " runs " + version);
        }
        return new Effect(present, String.join(", ", found));
    }

    /** Each is asked back, whatever it runs now: one that is yet to be moved looks as before. The cluster leaves in peace those that are. */
    @Override
    public void undo(List<Node> nodes) throws IOException, InterruptedException {
        for (Node node : nodes) {
            upgrades().upgrade(node, had(node));
            new Standing(cluster, List.of(node)).awaitServing();
        }
    }

    /** @throws IOException if that was not told before it began */
    private String had(Node node) throws IOException {
        String version = before.get(node.name());
        if (version == null) {
            throw new IOException("it is not known what " + node.name() + " ran before");
        }
        return version;
    }

    private Upgrades upgrades() {
        return (Upgrades) cluster;
    }
}
