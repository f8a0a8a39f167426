package squall.testbed;

import java.io.IOException;
import java.util.function.Consumer;
import squall.spi.Options;

/** Kind of database that {@code bin/testbed} can run; the option {@code name} distinguishes several of a kind. */
interface DatabaseKind {
    /** Describes the kind in one sentence for users. */
    String about();

    /** @param say receives one line for each step that takes noticeable time */
    TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException;

    TestbedReport down(Options options) throws IOException, InterruptedException;

    TestbedReport status(Options options) throws IOException, InterruptedException;

    TestbedReport reset(Options options) throws IOException, InterruptedException;

    /**
     * Adds a node.
     *
     * @param say as for {@link #up}
     * @throws IllegalArgumentException if the number of nodes of this kind is fixed
     */
    default TestbedReport addNode(Options options, Consumer<String> say) throws IOException, InterruptedException {
        throw fixedSize();
    }

    /** Removes a node, after its data was moved to the others. Parameters and exceptions as for {@link #addNode}. */
    default TestbedReport decommission(Options options, String node, Consumer<String> say)
            throws IOException, InterruptedException {
        throw fixedSize();
    }

    /** Says that the number of nodes is fixed. */
    static IllegalArgumentException fixedSize() {
        return new IllegalArgumentException("nodes can be added and removed only in cassandra and galera");
    }
}
