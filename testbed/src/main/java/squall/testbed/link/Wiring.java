package squall.testbed.link;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.host.Folders;
import squall.spi.Cluster.Link;

/**
 * What one proxy relays, and how it is spoken to; kept in a file that only its owner can read.
 *
 * @param control the port on 127.0.0.1 where it takes orders
 * @param secret begins every order, so that no other user of this machine gives one
 */
public record Wiring(int control, String secret, List<Route> routes) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SecureRandom RANDOM = new SecureRandom();

    public Wiring {
        routes = List.copyOf(routes);
    }

    /** With a secret of its own. */
    public static Wiring of(int control, List<Route> routes) {
        byte[] secret = new byte[16];
        RANDOM.nextBytes(secret);
        return new Wiring(control, HexFormat.of().formatHex(secret), routes);
    }

    /** Empty if there is no such file. */
    public static Optional<Wiring> read(Path file) throws IOException {
        try {
            return Optional.of(JSON.readValue(Files.readString(file), Wiring.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new IOException(file + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    public void write(Path file) throws IOException {
        Folders.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n", "rw-------");
    }

    /** The port by which one reaches the other; empty if nothing is relayed between them. */
    public Optional<Integer> port(String from, String to) {
        return routes.stream()
                .filter(route -> route.from().equals(from) && route.to().equals(to))
                .map(Route::listens)
                .findFirst();
    }

    /** Each direction once. */
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
