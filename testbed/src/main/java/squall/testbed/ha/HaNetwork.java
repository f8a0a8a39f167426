package squall.testbed.ha;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster.Links;
import squall.testbed.ha.ReplicatedCluster.Linking;
import squall.testbed.host.PortReservations;
import squall.testbed.link.LinkProxy;
import squall.testbed.link.ProxyRoute;
import squall.testbed.link.ProxyWiring;

/** Network of a group's nodes and clients: loopback, a proxy, or wires between namespaces; changed by the holder of its lock. */
record HaNetwork(HaFolder home) {
    private static final int FIRST_PORT = 15932;
    private static final int LAST_PORT = 16131;

    /** Sets it up as requested, before nodes are started; returns whether anything was changed. */
    boolean arrange(Linking linking, HaGroup group) throws IOException, InterruptedException {
        requirePossible(linking);
        boolean placed = home.upNamespaces(group);
        return link(linking, group) || placed;
    }

    /** Checks the choice made when the group was created, which is permanent because the data contains addresses. */
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
        LinkProxy proxy = home.links();
        boolean wired = proxy.wired();
        if (linking == Linking.LINKED || (linking == Linking.AS_BEFORE && wired)) {
            return up(proxy, group);
        }
        proxy.forget();
        return wired;
    }

    /** Starts the proxy, with a wiring that is created if there is none; returns whether there was anything to do. */
    private static boolean up(LinkProxy proxy, HaGroup group) throws IOException, InterruptedException {
        if (proxy.process().isPresent()) {
            return false;
        }
        Optional<ProxyWiring> known = proxy.wiring();
        proxy.start(known.isPresent() ? known.get() : wiring(proxy, group));
        return true;
    }

    /** Returns new routes from every node to every other, and from clients to each. The supervisor does not use them. */
    private static ProxyWiring wiring(LinkProxy proxy, HaGroup group) throws IOException, InterruptedException {
        int wanted = 1 + group.members().size() * group.members().size();
        Iterator<Integer> ports = PortReservations.of(proxy.folder())
                .take(ProxyRoute.HOST, FIRST_PORT, LAST_PORT, wanted)
                .iterator();
        List<ProxyRoute> routes = new ArrayList<>();
        for (GroupMember to : group.members()) {
            routes.add(new ProxyRoute(Links.CLIENTS, to.name(), ports.next(), to.port()));
            for (GroupMember from : group.members()) {
                if (!from.equals(to)) {
                    routes.add(new ProxyRoute(from.name(), to.name(), ports.next(), to.port()));
                }
            }
        }
        return ProxyWiring.of(ports.next(), routes);
    }

    /** Ends a proxy that is no longer used; called after the nodes have their new addresses. */
    void settle() throws IOException, InterruptedException {
        if (!home.links().wired()) {
            home.links().end();
        }
    }

    /** Returns the links through the proxy; empty if there is none. */
    Optional<Links> relay() throws IOException {
        return home.links().wired() ? Optional.of(home.links()) : Optional.empty();
    }
}
