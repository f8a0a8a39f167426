package squall.adversity.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Resizes;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.spi.Effect;

/**
 * More or less of the machine, for which a node is restarted.
 *
 * @param memoryPercent of what a node had before
 * @param cpus which it may run on; 0 for as many as before
 * @param before what nodes had, by their names
 */
record Resizing(Cluster cluster, int memoryPercent, int cpus, Map<String, String> before) implements Treatment {
    private static final int WHOLE = 100;

    @Override
    public String told() {
        return "restart it with " + memoryPercent + " % of its memory"
                + (cpus == 0 ? "" : " on " + cpus + (cpus == 1 ? " processor" : " processors"));
    }

    @Override
    public Map<String, String> facts(List<Node> nodes) throws IOException, InterruptedException {
        Map<String, String> sizes = new LinkedHashMap<>();
        for (Node node : nodes) {
            Size size = resizes().size(node);
            sizes.put(node.name(), size.memoryMb() + " " + size.cpus());
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
    public Effect effect(List<Node> nodes) throws IOException, InterruptedException {
        boolean present = false;
        List<String> found = new ArrayList<>();
        for (Node node : nodes) {
            State state = cluster.state(node);
            boolean up = state == State.UP;
            present |= !up || !resizes().size(node).equals(had(node));
            found.add(node.name() + (up ? " has " + resizes().size(node) : " is " + state));
        }
        return new Effect(present, String.join(", ", found));
    }

    /** Each is asked back, whatever it has now: one that is yet to be changed looks as before. The cluster leaves in peace those that are. */
    @Override
    public void undo(List<Node> nodes) throws IOException, InterruptedException {
        for (Node node : nodes) {
            resizes().resize(node, had(node));
            new Standing(cluster, List.of(node)).awaitServing();
        }
    }

    /** @throws IOException if that was not told before it began */
    private Size had(Node node) throws IOException {
        String[] words = before.getOrDefault(node.name(), "").split(" ", -1);
        if (words.length != 2) {
            throw new IOException("it is not known what " + node.name() + " had before");
        }
        return new Size(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
    }

    private Resizes resizes() {
        return (Resizes) cluster;
    }
}
