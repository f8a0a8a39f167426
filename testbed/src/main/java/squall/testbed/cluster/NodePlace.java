package squall.testbed.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.testbed.host.LocalPort;
import squall.testbed.host.RunAs;
import squall.testbed.host.SizedNodes;
import squall.testbed.net.NetworkNamespaces;

/**
 * Place where the processes of a node run: folder, user and network.
 *
 * @param folder of the node, or of the whole cluster
 * @param password that the cluster's nodes share
 * @param namespaces empty if nodes do not have their own
 */
public record NodePlace(Path folder, RunAs runAs, String password, Optional<NetworkNamespaces> namespaces) {
    /** Returns the place of one node of the cluster. */
    public NodePlace of(ClusterNote.Member member) {
        return new NodePlace(folder.resolve(member.name()), runAs, password, namespaces);
    }

    /** Returns the command line that runs a command as the user and in the network of the node. */
    public List<String> command(String node, List<String> command) throws IOException {
        List<String> owned = runAs.command(command);
        return sizes().command(node, namespaces.isPresent() ? namespaces.get().at(node, owned) : owned);
    }

    /** Returns the sizes of the nodes of this node's cluster. */
    SizedNodes sizes() {
        return new SizedNodes(folder.resolveSibling(""));
    }

    /** Waits until the node can listen. @throws IOException naming the process that has a port */
    public void awaitFree(String node, List<LocalPort> ports) throws IOException, InterruptedException {
        if (namespaces.isEmpty()) { // in its own namespace no other process can listen
            for (LocalPort port : ports) {
                port.awaitFree(node);
            }
        }
    }

    @Override
    public String toString() {
        return "place " + folder; // not the password
    }
}
