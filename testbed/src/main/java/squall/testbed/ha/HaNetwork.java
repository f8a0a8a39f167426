package squall.testbed.ha;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.testbed.ha.ReplicatedCluster.Linking;
import squall.testbed.host.PortReservations;
import squall.testbed.link.LinkProxy;
import squall.testbed.link.ProxyRoute;
import squall.testbed.link.ProxyWiring;
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

    /** The links of a group: from every node to every other, and from clients to each. The supervisor does not use them. */
    private record HaLinks(LinkProxy proxy) implements Links {
        private static final int FIRST_PORT = 15932;
        private static final int LAST_PORT = 16131;

        /** Asks a PostgreSQL server whether it supports TLS, which it answers before authentication (PostgreSQL 17, 53.2.10). */
        private static final int SSL_REQUEST = 80877103;

        /** Has the proxy run, with a wiring that is made where there is none; answers whether that was still to do. */
        boolean up(HaGroup group) throws IOException, InterruptedException {
            if (proxy.process().isPresent()) {
                return false;
            }
            Optional<ProxyWiring> known = proxy.wiring();
            proxy.start(known.isPresent() ? known.get() : wiring(group));
            return true;
        }

        boolean wired() throws IOException {
            return proxy.wiring().isPresent();
        }

        /** For good: what is started from now on is reached directly. The process is ended later, by {@link LinkProxy#end}. */
        void forget() throws IOException {
            Files.deleteIfExists(proxy.folder().resolve(LinkProxy.FILES + "json"));
        }

        @Override
        public List<Link> links() throws IOException {
            return proxy.wiring().map(ProxyWiring::links).orElse(List.of());
        }

        @Override
        public Optional<String> refusal(Impairment impairment) {
            return LinkProxy.refusal(impairment);
        }

        @Override
        public void disturb(Link link, Impairment impairment, Duration atMost) throws IOException {
            proxy.disturb(link, impairment, atMost);
        }

        @Override
        public void restoreLink(Link link) throws IOException {
            proxy.restoreLink(link);
        }

        @Override
        public Optional<Impairment> impairment(Link link) throws IOException {
            return proxy.impairment(link);
        }

        @Override
        public Optional<Duration> probe(Link link, Duration atMost) throws IOException {
            ProxyWiring wiring = proxy.wiring().orElseThrow(() -> new IOException("this postgres-ha has no links"));
            int port = wiring.port(link.from(), link.to())
                    .or(() -> wiring.port(link.to(), link.from()))
                    .orElseThrow(() -> new IllegalArgumentException("there is no " + link));
            long beganNs = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.setSoTimeout(Math.toIntExact(Math.max(1, atMost.toMillis())));
                socket.connect(ProxyRoute.at(port), Math.toIntExact(Math.max(1, atMost.toMillis())));
                var out = new DataOutputStream(socket.getOutputStream());
                out.writeLong(
                        (long) Long.BYTES << Integer.SIZE | SSL_REQUEST); // length of the message, then what it is
                out.flush();
                boolean answered = socket.getInputStream().read() >= 0;
                return answered ? Optional.of(Duration.ofNanos(System.nanoTime() - beganNs)) : Optional.empty();
            } catch (SocketTimeoutException | SocketException e) {
                return Optional.empty(); // silence, or the end of the connection: what a probe is to find out
            }
        }

        private ProxyWiring wiring(HaGroup group) throws IOException, InterruptedException {
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
    }
}
