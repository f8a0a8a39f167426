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
import squall.testbed.host.PortReservations;
import squall.testbed.link.LinkProxy;
import squall.testbed.link.ProxyRoute;
import squall.testbed.link.ProxyWiring;

/** The links of a group: from every node to every other, and from clients to each. The supervisor does not use them. */
record HaLinks(LinkProxy proxy) implements Links {
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
            out.writeLong((long) Long.BYTES << Integer.SIZE | SSL_REQUEST); // length of the message, then what it is
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
