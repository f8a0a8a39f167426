package squall.adversity.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.lifecycle.Startables;
import squall.adversity.junit.AdversityExtension.TestClassCluster;

/**
 * Containers of Testcontainers as the nodes of the cluster that the tests of a class disturb.
 *
 * <pre>
 *   &#64;RegisterExtension
 *   static final ContainerCluster COCKROACH = ContainerCluster.at("jdbc:postgresql://{hosts}/defaultdb?sslmode=disable", 26257)
 *           .label("user", "root")
 *           .node("n1", "a", "eu", cockroach("n1"))
 *           .node("n2", "b", "eu", cockroach("n2"))
 *           .node("n3", "c", "eu", cockroach("n3"));
 * </pre>
 *
 * <p>They are started together, before the {@code @BeforeAll} of the class, and removed when it is over. Tests that name no cluster have
 * this one. What is done to nodes is done by the cluster {@code compose}, through the docker program: the module {@code squall-clusters}
 * and that program must be there, and the containers get the labels of a compose project with a name of its own, by which other processes
 * find them too. A container that was killed is kept and started again as it is, so Testcontainers removes it at the end like any other.
 *
 * <p>Clients reach a node at a port of this machine's loopback that is chosen here and stays the same; {@link GenericContainer#getMappedPort}
 * tells it. Immutable, but for the containers.
 */
public final class ContainerCluster implements BeforeAllCallback {
    private static final String KIND = "compose";
    private static final String COMPOSE = "com.docker.compose.";
    private static final String SQUALL = "dev.squall.";

    private final int port;
    private final Map<String, String> options;
    private final Map<String, String> labels;
    private final List<ContainerNode> nodes;

    private ContainerCluster(
            int port, Map<String, String> options, Map<String, String> labels, List<ContainerNode> nodes) {
        this.port = port;
        this.options = Map.copyOf(options);
        this.labels = Map.copyOf(labels);
        this.nodes = List.copyOf(nodes);
    }

    /**
     * Creates a cluster without nodes.
     *
     * @param url address for the driver; {@code {hosts}} in it stands for HOST:PORT of every node, with commas
     * @param port port for clients inside a node's container
     */
    public static ContainerCluster at(String url, int port) {
        byte[] bytes = new byte[4];
        ThreadLocalRandom.current().nextBytes(bytes);
        String project = "squall-test-" + HexFormat.of().formatHex(bytes);
        return new ContainerCluster(port, Map.of("project", project), Map.of(COMPOSE + "project", project), List.of())
                .label("url", url)
                .label("port", Integer.toString(port));
    }

    /**
     * Tells more of all nodes.
     *
     * @param word the last of the label's name: {@code user}; {@code password}, as {@code env:NAME} or {@code file:PATH}; {@code primary}, a
     *     script that ends with 0 in the container of the node that takes the writes
     */
    public ContainerCluster label(String word, String value) {
        return new ContainerCluster(port, options, with(labels, SQUALL + word, value), nodes);
    }

    /** Enables link faults, through containers next to the nodes; downloads an image for them. */
    public ContainerCluster withLinks() {
        return new ContainerCluster(port, with(options, "links", "true"), labels, nodes);
    }

    /** Lets links be disturbed by containers of this image. @param helper has nft, bash and timeout */
    public ContainerCluster withLinks(String helper) {
        return new ContainerCluster(port, with(with(options, "links", "true"), "helper", helper), labels, nodes);
    }

    /** Adds a node. @param container one that is not started; only this class may start it */
    public ContainerCluster node(String name, String zone, String region, GenericContainer<?> container) {
        Map<String, String> own = Map.of(COMPOSE + "service", name, SQUALL + "zone", zone, SQUALL + "region", region);
        return new ContainerCluster(
                port,
                options,
                labels,
                Stream.concat(nodes.stream(), Stream.of(new ContainerNode(name, own, container)))
                        .toList());
    }

    /**
     * Returns the options with which a scenario written in Java uses this cluster:
     * {@code ScenarioBuilder.named("mine").on("compose", COCKROACH.options())}.
     */
    public Map<String, String> options() {
        return options;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Store store = context.getStore(AdversityExtension.OURS);
        TestClassCluster known = store.get(TestClassCluster.class, TestClassCluster.class);
        if (known == null) {
            store.put(TestClassCluster.class, started());
        } else if (!known.name().equals(name())) { // in a nested class it is known already
            throw new ExtensionConfigurationException("a test class has one ContainerCluster, and "
                    + context.getRequiredTestClass().getName() + " has two");
        }
    }

    private TestClassCluster started() {
        join();
        try {
            Startables.deepStart(containers()).join();
            nodes.forEach(ContainerNode::requireHere);
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
        return new TestClassCluster(name(), this::stop);
    }

    private void join() {
        try {
            List<Integer> outside = FreePorts.some(nodes.size());
            for (int i = 0; i < nodes.size(); i++) {
                nodes.get(i).join(labels, outside.get(i), port);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void stop() {
        containers().forEach(GenericContainer::stop);
    }

    private List<GenericContainer<?>> containers() {
        return nodes.stream().<GenericContainer<?>>map(ContainerNode::container).toList();
    }

    private String name() {
        return KIND + ":"
                + options.entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .sorted()
                        .collect(Collectors.joining(","));
    }

    private static Map<String, String> with(Map<String, String> some, String key, String value) {
        Map<String, String> more = new TreeMap<>(some);
        more.put(key, value);
        return more;
    }

    /**
     * Ports of this machine's loopback that were free a moment ago. They are below those that Linux assigns to outgoing connections, so
     * none of these takes the port of a node that is down.
     */
    private static final class FreePorts {
        private static final int LOWEST = 20_000;
        private static final int HIGHEST = 32_000;

        private FreePorts() {}

        /** Returns different free ports. */
        static List<Integer> some(int number) throws IOException {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST - number);
            List<Integer> free = new ArrayList<>();
            while (free.size() < number) {
                if (port > HIGHEST) {
                    throw new IOException("too few ports up to " + HIGHEST + " of 127.0.0.1 are free: " + free
                            + ", but " + number + " are needed");
                }
                if (free(port)) {
                    free.add(port);
                }
                port++;
            }
            return List.copyOf(free);
        }

        private static boolean free(int port) {
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.isBound();
            } catch (IOException e) {
                return false; // bind has no other way to say so
            }
        }
    }

    /**
     * Node that is a container.
     *
     * @param labels labels of this node alone
     */
    private record ContainerNode(String name, Map<String, String> labels, GenericContainer<?> container) {
        /** Names of this machine, as Testcontainers returns them. */
        private static final List<String> HERE = List.of("localhost", "127.0.0.1");

        /**
         * Has docker make the container as a node of the cluster.
         *
         * @param common labels of all nodes
         * @param outside the port of this machine by which clients reach the port inside
         */
        void join(Map<String, String> common, int outside, int inside) {
            if (container.getContainerId() != null) {
                throw new ExtensionConfigurationException(
                        "the container of node " + name + " was started before it was added"
                                + " to the ContainerCluster: let the ContainerCluster start it, which fixes its port first");
            }
            container.withLabels(common).withLabels(labels);
            // One that docker chooses is another after a restart, and clients would never find the node again.
            String fixed = "127.0.0.1:" + outside + ":" + inside;
            container.setPortBindings(Stream.concat(container.getPortBindings().stream(), Stream.of(fixed))
                    .toList());
        }

        /** Refuses a started container that is not on this machine. */
        void requireHere() {
            if (!HERE.contains(container.getHost())) {
                throw new ExtensionConfigurationException("the container of node " + name + " runs on "
                        + container.getHost()
                        + ": a ContainerCluster needs an engine that publishes ports on this machine's loopback. If this"
                        + " engine does, and Testcontainers took this machine for a container because it has the file"
                        + " /.dockerenv, set the environment variable TESTCONTAINERS_HOST_OVERRIDE=localhost");
            }
        }
    }
}
