package squall.testbed.net;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.system.FileTrees;

/**
 * Network namespaces of a cluster, one for each node, and a pair of virtual network cards between any two of them and from each to this
 * machine, where clients are. So every link is a separate device, to which faults can be applied. Every object in the kernel has a name
 * that begins with {@code sq} and the cluster's id.
 *
 * @param folder of the files of {@link #FILES}
 * @param nodes by name, n1 to n253
 */
public record NetworkNamespaces(Path folder, Subnet subnet, List<String> nodes) {
    /** Prefix of the names of files that were created by the cluster of this folder. */
    public static final String FILES = "net.";

    public NetworkNamespaces {
        nodes = List.copyOf(nodes);
    }

    /** Returns the file with the subnet of a cluster; without it its nodes have no namespaces. */
    public static Path file(Path folder) {
        return folder.resolve(FILES + "json");
    }

    /** @throws IOException with the remedy, if this machine does not support namespaces */
    public static void require() throws IOException, InterruptedException {
        Optional<String> refusal = refusal();
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
    }

    /** Returns why this machine does not support namespaces, with the remedy; empty if it does. */
    public static Optional<String> refusal() throws IOException, InterruptedException {
        return new KernelNetworking(Path.of("/")).refusal();
    }

    /** Creates missing objects; returns whether there were any. Running nodes are not affected. */
    public boolean up() throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>();
        for (String node : nodes) {
            if (whole(node)) {
                whole.add(node);
            }
        }
        if (whole.size() == nodes.size()) {
            return false;
        }
        require();
        requireFree(whole);
        for (String node : nodes) {
            if (!whole.contains(node)) {
                make(node, whole);
                whole.add(node);
            }
        }
        return true;
    }

    /** Returns whether a node's namespace is complete: the wire to this machine is created last. */
    private boolean whole(String node) throws IOException {
        NetworkInterface wire = NetworkInterface.getByName(subnet.name(node));
        return wire != null && wire.isUp();
    }

    private void requireFree(List<String> whole) throws IOException, InterruptedException {
        String routes = whole.isEmpty() ? kernel().routes(subnet) : "";
        String foreign = String.join(
                "; ",
                routes.lines()
                        .filter(line -> !line.contains(" sq" + subnet.id()))
                        .toList());
        if (!foreign.isEmpty()) {
            throw new IOException(subnet.range() + " is in use by another network of this machine (" + foreign
                    + "); remove that network, or reset this cluster, which then takes another range");
        }
    }

    private void make(String node, List<String> others) throws IOException, InterruptedException {
        remove(node); // of one that was created in part
        String namespace = subnet.name(node);
        ip("netns", "add", namespace);
        ip("-n", namespace, "link", "set", "lo", "up");
        for (String other : others) {
            ip(
                    "link",
                    "add",
                    other,
                    "netns",
                    namespace,
                    "type",
                    "veth",
                    "peer",
                    "name",
                    node,
                    "netns",
                    subnet.name(other));
            inside(node, other);
            inside(other, node);
        }
        ip("link", "add", namespace, "type", "veth", "peer", "name", Links.CLIENTS, "netns", namespace);
        inside(node, Links.CLIENTS);
        ip(
                "addr",
                "add",
                subnet.address(Links.CLIENTS) + "/32",
                "peer",
                subnet.address(node) + "/32",
                "dev",
                namespace);
        ip("link", "set", namespace, "up");
    }

    /** Configures the end of a link in a node's namespace, which is named after the other end. */
    private void inside(String node, String other) throws IOException, InterruptedException {
        String namespace = subnet.name(node);
        ip(
                "-n",
                namespace,
                "addr",
                "add",
                subnet.address(node) + "/32",
                "peer",
                subnet.address(other) + "/32",
                "dev",
                other);
        ip("-n", namespace, "link", "set", other, "up");
    }

    private void ip(String... words) throws IOException, InterruptedException {
        kernel().run(Stream.concat(Stream.of("ip"), Stream.of(words)).toArray(String[]::new))
                .orThrow();
    }

    /** Removes all objects, called when the nodes have ended; ignores missing ones. */
    public void down() throws IOException, InterruptedException {
        for (String node : nodes) {
            remove(node);
        }
        for (Path file : FileTrees.entries(folder)) {
            if (ExpiryTimer.timer(file)) {
                ExpiryTimer.of(file).disarm();
            }
        }
    }

    /** Removes the objects of one node, as {@link #down}. */
    public void remove(String node) throws IOException, InterruptedException {
        if (NetworkInterface.getByName(subnet.name(node)) != null) {
            ip("link", "delete", subnet.name(node));
        }
        if (kernel().exists(subnet.name(node))) {
            ip("netns", "delete", subnet.name(node));
        }
    }

    /** Returns the command line that runs a command in a node's network. */
    public List<String> at(String node, List<String> command) throws IOException {
        return kernel().inside(subnet.name(node), command);
    }

    /** Lists the links between any two nodes, and between clients and each node, in both directions. */
    List<Link> links() {
        List<String> ends =
                Stream.concat(nodes.stream(), Stream.of(Links.CLIENTS)).toList();
        return ends.stream()
                .flatMap(from -> ends.stream().filter(to -> !to.equals(from)).map(to -> new Link(from, to)))
                .toList();
    }

    KernelNetworking kernel() {
        return new KernelNetworking(folder);
    }
}
