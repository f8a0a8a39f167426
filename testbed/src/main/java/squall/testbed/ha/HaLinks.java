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
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Trouble;
import squall.testbed.host.Port;
import squall.testbed.link.LinkProxy;
import squall.testbed.link.Route;
import squall.testbed.link.Wiring;

/** The links of a group: every node towards every other, and clients towards each. What the supervisor says goes beside them. */
record HaLinks(LinkProxy proxy) implements Links {
    private static final int FIRST_PORT = 15932;
    private static final int LAST_PORT = 16131;

    /** Asks a PostgreSQL server whether it speaks TLS, which it answers before it asks who is there (PostgreSQL 17, 53.2.10). */
    private static final int SSL_REQUEST = 80877103;

    /** Has the proxy run, with a wiring that is made where there is none; answers whether that was still to do. */
    boolean up(Group group) throws IOException, InterruptedException {
        if (proxy.process().isPresent()) {
            return false;
        }
        Optional<Wiring> known = proxy.wiring();
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
        return proxy.wiring().map(Wiring::links).orElse(List.of());
    }

    @Override
    public Optional<String> refusal(Trouble trouble) {
        return LinkProxy.refusal(trouble);
    }

    @Override
    public void disturb(Link link, Trouble trouble, Duration atMost) throws IOException {
        proxy.disturb(link, trouble, atMost);
    }

    @Override
    public void mend(Link link) throws IOException {
        proxy.mend(link);
    }

    @Override
    public Optional<Trouble> trouble(Link link) throws IOException {
        return proxy.trouble(link);
    }

    @Override
    public Optional<Duration> probe(Link link, Duration atMost) throws IOException {
        Wiring wiring = proxy.wiring().orElseThrow(() -> new IOException("this postgres-ha has no links"));
        int port = wiring.port(link.from(), link.to())
                .or(() -> wiring.port(link.to(), link.from()))
                .orElseThrow(() -> new IllegalArgumentException("there is no " + link));
        long beganNs = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(Math.toIntExact(Math.max(1, atMost.toMillis())));
            socket.connect(Route.at(port), Math.toIntExact(Math.max(1, atMost.toMillis())));
            var out = new DataOutputStream(socket.getOutputStream());
            out.writeLong((long) Long.BYTES << Integer.SIZE | SSL_REQUEST); // length of the message, then what it is
            out.flush();
            boolean answered = socket.getInputStream().read() >= 0;
            return answered ? Optional.of(Duration.ofNanos(System.nanoTime() - beganNs)) : Optional.empty();
        } catch (SocketTimeoutException | SocketException e) {
            return Optional.empty(); // silence, or the end of the connection: what a probe is to find out
        }
    }

    private static Wiring wiring(Group group) throws IOException {
        Iterator<Integer> ports =
                freePorts(1 + group.members().size() * group.members().size());
        List<Route> routes = new ArrayList<>();
        for (Member to : group.members()) {
            routes.add(new Route(Links.CLIENTS, to.name(), ports.next(), to.port()));
            for (Member from : group.members()) {
                if (!from.equals(to)) {
                    routes.add(new Route(from.name(), to.name(), ports.next(), to.port()));
                }
            }
        }
        return Wiring.of(ports.next(), routes);
    }

    private static Iterator<Integer> freePorts(int wanted) throws IOException {
        List<Integer> free = new ArrayList<>();
        for (int port = FIRST_PORT; port <= LAST_PORT && free.size() < wanted; port++) {
            if (new Port(Route.HOST, port).free()) {
                free.add(port);
            }
        }
        if (free.size() < wanted) {
            throw new IOException("fewer than " + wanted + " ports from " + FIRST_PORT + " to " + LAST_PORT
                    + " are free on " + Route.HOST + "; end some server there");
        }
        return free.iterator();
    }
}
