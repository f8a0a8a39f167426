package squall.testbed.ha;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.spi.Cluster.Links;
import squall.testbed.ha.ReplicatedCluster.Linking;
import squall.testbed.net.NamespaceLinks;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;

/** What nodes and clients of a group talk through: loopback, a proxy, or wires between namespaces; changed by the holder of its lock. */
record HaNetwork(HaFolder home) {
    /** For a group that is to be made. @throws IOException with the remedy, if there can be no namespaces here */
    Optional<Subnet> chosen(Linking linking) throws IOException, InterruptedException {
        if (linking != Linking.NAMESPACES) {
            return Optional.empty();
        }
        NetworkNamespaces.require();
        return Optional.of(Subnet.free(home.folder()));
    }

    /** Sets it up as requested, before nodes are started; returns whether anything was changed. */
    boolean arrange(Linking linking, HaGroup group) throws IOException, InterruptedException {
        requirePossible(linking);
        Optional<NetworkNamespaces> namespaces = home.namespaces(group);
        boolean placed = namespaces.isPresent() && namespaces.get().up();
        return link(linking, group) || placed;
    }

    /** The data contains addresses, so the choice made when the group was created is permanent. */
    private void requirePossible(Linking linking) throws IOException {
        boolean made = home.subnet().isPresent();
        boolean asked = linking == Linking.NAMESPACES;
        if (made ? linking == Linking.LINKED : asked) {
            throw new IOException("postgres-ha '" + home.name() + "' was created " + (asked ? "without" : "with")
                    + " namespaces, and cannot get " + (asked ? "them" : "links in addition")
                    + " later: choose another --name, or run 'testbed reset postgres-ha'");
        }
    }

    private boolean link(Linking linking, HaGroup group) throws IOException, InterruptedException {
        boolean wired = proxied().wired();
        if (linking == Linking.LINKED || (linking == Linking.AS_BEFORE && wired)) {
            return proxied().up(group);
        }
        proxied().forget();
        return wired;
    }

    /** Ends a proxy that is no longer used; called after the nodes have their new addresses. */
    void settle() throws IOException, InterruptedException {
        if (!proxied().wired()) {
            home.links().end();
        }
    }

    /** Called when the nodes have ended; everything removed here can be created again. */
    void end(HaGroup group) throws IOException, InterruptedException {
        home.links().end();
        Optional<NetworkNamespaces> namespaces = home.namespaces(group);
        if (namespaces.isPresent()) {
            namespaces.get().down();
        }
    }

    /** The links of its network; none on loopback. */
    Optional<Links> relay(HaGroup group) throws IOException {
        var ports = group.members().stream().collect(Collectors.toMap(GroupMember::name, GroupMember::port));
        Optional<Links> linkControl = home.namespaces(group).map(namespaces -> new NamespaceLinks(namespaces, ports));
        return linkControl.isPresent() || !proxied().wired() ? linkControl : Optional.of(proxied());
    }

    private HaLinks proxied() {
        return new HaLinks(home.links());
    }
}
