package squall.testbed.ha;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.spi.Cluster.Links;
import squall.testbed.ha.Replicas.Linking;
import squall.testbed.net.Namespaces;
import squall.testbed.net.NetLinks;
import squall.testbed.net.Subnet;

/** What nodes and clients of a group talk through: loopback, a proxy, or wires between namespaces; changed by the holder of its lock. */
record Network(Home home) {
    /** For a group that is to be made. @throws IOException with the remedy, if there can be no namespaces here */
    Optional<Subnet> chosen(Linking linking) throws IOException, InterruptedException {
        if (linking != Linking.NAMESPACES) {
            return Optional.empty();
        }
        Namespaces.require();
        return Optional.of(Subnet.free(home.folder()));
    }

    /** Has it as asked for, before nodes are started; answers whether that was still to do. */
    boolean arrange(Linking linking, Group group) throws IOException, InterruptedException {
        requirePossible(linking);
        Optional<Namespaces> namespaces = home.namespaces(group);
        boolean placed = namespaces.isPresent() && namespaces.get().up();
        return link(linking, group) || placed;
    }

    /** Addresses stand in the data, so what was decided when the group was made stays. */
    private void requirePossible(Linking linking) throws IOException {
        boolean made = home.subnet().isPresent();
        boolean asked = linking == Linking.NAMESPACES;
        if (made ? linking == Linking.LINKED : asked) {
            throw new IOException("postgres-ha '" + home.name() + "' was made " + (asked ? "without" : "with")
                    + " namespaces, and cannot have " + (asked ? "them" : "links beside them")
                    + " any more: choose another --name, or 'testbed reset postgres-ha'");
        }
    }

    private boolean link(Linking linking, Group group) throws IOException, InterruptedException {
        boolean wired = proxied().wired();
        if (linking == Linking.LINKED || (linking == Linking.AS_BEFORE && wired)) {
            return proxied().up(group);
        }
        proxied().forget();
        return wired;
    }

    /** Ends a proxy that nobody goes through any more, called after nodes were told so. */
    void settle() throws IOException, InterruptedException {
        if (!proxied().wired()) {
            home.links().end();
        }
    }

    /** When the nodes have ended; all of it can be had again. */
    void end(Group group) throws IOException, InterruptedException {
        home.links().end();
        Optional<Namespaces> namespaces = home.namespaces(group);
        if (namespaces.isPresent()) {
            namespaces.get().down();
        }
    }

    /** Who can disturb it; nobody, where it is loopback. */
    Optional<Links> relay(Group group) throws IOException {
        var ports = group.members().stream().collect(Collectors.toMap(Member::name, Member::port));
        Optional<Links> wires = home.namespaces(group).map(namespaces -> new NetLinks(namespaces, ports));
        return wires.isPresent() || !proxied().wired() ? wires : Optional.of(proxied());
    }

    private HaLinks proxied() {
        return new HaLinks(home.links());
    }
}
