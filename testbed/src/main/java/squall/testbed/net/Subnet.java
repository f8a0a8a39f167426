package squall.testbed.net;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import squall.spi.Cluster.Links;
import squall.testbed.host.JsonFile;

/**
 * Subnet of one cluster whose nodes have their own network namespaces, and the names of its objects in the kernel.
 *
 * @param id six hexadecimal digits; part of the name of everything created for this cluster
 * @param prefix the first three numbers of all its addresses
 */
public record Subnet(String id, String prefix) {
    private static final int ID_LENGTH = 6;

    /** Range reserved by RFC 2544 for network tests, 198.18.0.0/15, so it contains no real hosts. */
    private static final int FIRST = 198 << 8 | 18;

    private static final int SUBNETS = 512;
    private static final int CLIENTS = 254;

    /** Chooses a subnet that is unused on this machine. @param folder of the cluster, from which the id is derived */
    public static Subnet free(Path folder) throws IOException, InterruptedException {
        String id = digest(folder.toString());
        int from = Integer.parseInt(id, 16) % SUBNETS; // so that two created at once seldom collide
        KernelNetworking kernel = new KernelNetworking(folder.toAbsolutePath().getRoot());
        for (int tried = 0; tried < SUBNETS; tried++) {
            Subnet subnet = new Subnet(id, prefix((from + tried) % SUBNETS));
            if (kernel.routes(subnet).isEmpty()) {
                return subnet;
            }
        }
        throw new IOException("this machine already routes all of 198.18.0.0/15; see 'ip route'");
    }

    private static String prefix(int number) {
        int high = FIRST + (number >> 8);
        return (high >> 8) + "." + (high & 0xFF) + "." + (number & 0xFF);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, ID_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM provides SHA-256", e);
        }
    }

    /** Reads a subnet; empty if there is no such file. */
    public static Optional<Subnet> read(Path file) throws IOException {
        return new JsonFile(file).read(Subnet.class);
    }

    public void write(Path file) throws IOException {
        new JsonFile(file).write(this);
    }

    /** @param end a node's name, n1 to n253, or {@link Links#CLIENTS}, which are on this machine */
    public String address(String end) {
        int number = end.equals(Links.CLIENTS) ? CLIENTS : Integer.parseInt(end.substring(1));
        return prefix + "." + number;
    }

    /** Returns the range in CIDR form. */
    public String range() {
        return prefix + ".0/24";
    }

    /** Returns the name of a node's namespace, and of this machine's end of the wire to it. */
    String name(String node) {
        return "sq" + id + node;
    }
}
