package squall.adversity.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.spi.Cluster.Node;
import squall.spi.Effect;

/** What is done to one node after the other, while the others serve. */
interface Treatment {
    /** In words, for example {@code end it, start it}. */
    String told();

    /** What to undo it needs to know beforehand. */
    Map<String, String> facts(List<Node> nodes) throws IOException, InterruptedException;

    /** On return the node takes clients again. @param seen hears what was to be seen of it, at the moment when it was */
    void treat(Node node, Consumer<String> seen) throws IOException, InterruptedException;

    /** Whether it is to be seen of these nodes, asked of them. */
    Effect effect(List<Node> nodes) throws IOException, InterruptedException;

    /** On return all are as before, and take clients; nothing happens to those that are. */
    void undo(List<Node> nodes) throws IOException, InterruptedException;
}
