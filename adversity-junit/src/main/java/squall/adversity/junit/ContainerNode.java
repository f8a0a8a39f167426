package squall.adversity.junit;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.testcontainers.containers.GenericContainer;

/**
 * A container that is a node.
 *
 * @param labels of this node alone
 */
record ContainerNode(String name, Map<String, String> labels, GenericContainer<?> container) {
    /** Where an engine of this machine publishes ports, in Testcontainers' words. */
    private static final List<String> HERE = List.of("localhost", "127.0.0.1");

    /**
     * Has docker make the container as a node of the cluster.
     *
     * @param common labels of all nodes
     * @param outside the port of this machine by which clients reach the port inside
     */
    void join(Map<String, String> common, int outside, int inside) {
        if (container.getContainerId() != null) {
            throw new ExtensionConfigurationException("the container of node " + name + " was started before it became"
                    + " one: leave its start to the ContainerCluster, which fixes its port first");
        }
        container.withLabels(common).withLabels(labels);
        // One that docker chooses is another after a restart, and clients would never find the node again.
        String fixed = "127.0.0.1:" + outside + ":" + inside;
        container.setPortBindings(Stream.concat(container.getPortBindings().stream(), Stream.of(fixed))
                .toList());
    }

    /** Once it was started. */
    void requireHere() {
        if (!HERE.contains(container.getHost())) {
            throw new ExtensionConfigurationException("the container of node " + name + " runs on "
                    + container.getHost()
                    + ": a ContainerCluster needs an engine that publishes ports on this machine's"
                    + " loopback");
        }
    }
}
