package squall.testbed.link;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.Link;
import squall.testbed.host.JsonFile;

/**
 * Wiring of one proxy: its routes, and how commands reach it; in a file that only its owner can read.
 *
 * @param control the port on 127.0.0.1 for commands
 * @param secret begins every command, so that no other user of this machine can send one
 */
public record ProxyWiring(int control, String secret, List<ProxyRoute> routes) {
    private static final SecureRandom RANDOM = new SecureRandom();

    public ProxyWiring {
        routes = List.copyOf(routes);
    }

    /** Creates a wiring with a new secret. */
    public static ProxyWiring of(int control, List<ProxyRoute> routes) {
        byte[] secret = new byte[16];
        RANDOM.nextBytes(secret);
        return new ProxyWiring(control, HexFormat.of().formatHex(secret), routes);
    }

    /** Reads a wiring; empty if there is no such file. */
    public static Optional<ProxyWiring> read(Path file) throws IOException {
        return new JsonFile(file).read(ProxyWiring.class);
    }

    public void write(Path file) throws IOException {
        new JsonFile(file).writePretty(this);
    }

    /** Returns the port by which one reaches the other; empty if nothing is relayed between them. */
    public Optional<Integer> port(String from, String to) {
        return routes.stream()
                .filter(route -> route.from().equals(from) && route.to().equals(to))
                .map(ProxyRoute::listens)
                .findFirst();
    }

    /** Lists each direction once. */
    public List<Link> links() {
        return routes.stream()
                .flatMap(route -> Stream.of(route.forth(), route.back()))
                .distinct()
                .toList();
    }

    @Override
    public String toString() {
        return routes.toString(); // not the secret
    }
}
