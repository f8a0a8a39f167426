package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reader of the ports that a process listens on, as Linux tells them in /proc/net/tcp (proc(5)). */
final class Listening {
    private static final String LISTEN = "0A";

    private Listening() {}

    static List<String> addresses(long pid) throws IOException {
        Set<String> sockets = sockets(pid);
        var found = new ArrayList<String>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields[3].equals(LISTEN) && sockets.contains("socket:[" + fields[9] + "]")) {
                    found.add(address(fields[1].substring(0, fields[1].indexOf(':'))));
                }
            }
        }
        return found;
    }

    private static Set<String> sockets(long pid) throws IOException {
        try (var descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return descriptors.map(Listening::target).collect(Collectors.toSet());
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed since it was listed
        }
    }

    /** Words of four bytes each, the last byte first. IPv4 addresses end an IPv6 one. */
    private static String address(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.substring(hex.length() - 8));
        boolean mapped = hex.length() == 8 || hex.startsWith("0000000000000000FFFF0000");
        String text = (bytes[3] & 255) + "." + (bytes[2] & 255) + "." + (bytes[1] & 255) + "." + (bytes[0] & 255);
        return mapped ? text : "IPv6 " + hex;
    }
}
