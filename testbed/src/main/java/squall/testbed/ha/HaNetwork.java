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
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.testbed.ha.ReplicatedCluster.Linking;
import squall.testbed.host.PortReservations;
import squall.testbed.link.LinkProxy;
import squall.testbed.link.ProxyRoute;
import squall.testbed.link.ProxyWiring;

/** Network of a group's nodes and clients: loopback, a proxy, or wires between namespaces; changed by the holder of its lock. */
record HaNetwork(HaFolder home) {
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

    /** Returns the links through the proxy; empty if there is none. */
    Optional<Links> relay() throws IOException {
        return proxied().wired() ? Optional.of(proxied()) : Optional.empty();
    }

    private HaLinks proxied() {
        return new HaLinks(home.links());
    }

    /** Links of a group: from every node to every other, and from clients to each. The supervisor does not use them. */
    private record HaLinks(LinkProxy proxy) implements Links {
        private static final int FIRST_PORT = 15932;
        private static final int LAST_PORT = 16131;

        /**
         * Code of the request whether a PostgreSQL server supports TLS, which it answers before authentication (PostgreSQL 17, 53.2.10).
         */
        private static final int SSL_REQUEST = 80877103;

        /** Starts the proxy, with a wiring that is created if there is none; returns whether there was anything to do. */
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

        /** Removes the wiring permanently: nodes started from now on are reached directly. {@link LinkProxy#end} ends the process later. */
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
                out.writeLong((long) Long.BYTES << Integer.SIZE | SSL_REQUEST); // length of the message, then its code
                out.flush();
                boolean answered = socket.getInputStream().read() >= 0;
                return answered ? Optional.of(Duration.ofNanos(System.nanoTime() - beganNs)) : Optional.empty();
            } catch (SocketTimeoutException | SocketException e) {
                return Optional.empty(); // silence, or the end of the connection: the result of the probe
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
