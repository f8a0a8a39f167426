package squall.testbed.galera;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.testbed.host.LocalPort;

/** Ports on loopback for nodes without their own network, {@value #FIRST} to {@value #LAST}; four for each node. */
final class GaleraPorts {
    private static final int FIRST = 16332;
    private static final int LAST = 16531;
    private static final int EACH = 4;

    private GaleraPorts() {}

    /** New nodes n1, n2, … with ports that are free now. */
    static List<GaleraMember> members(int count) throws IOException {
        List<Integer> ports = free(count * EACH, Set.of());
        return IntStream.range(0, count)
                .mapToObj(i -> new GaleraMember(
                        "n" + (i + 1),
                        GaleraMember.HOST,
                        ports.get(i),
                        ports.get(count + i),
                        ports.get(2 * count + i),
                        ports.get(3 * count + i),
                        "zone" + (i + 1)))
                .toList();
    }

    /** One more node. @param members whose ports belong to them even while they are down */
    static GaleraMember next(int number, String zone, List<GaleraMember> members) throws IOException {
        Set<Integer> taken = members.stream()
                .flatMap(each -> Stream.of(each.port(), each.group(), each.increments(), each.copies()))
                .collect(Collectors.toSet());
        List<Integer> ports = free(EACH, taken);
        return new GaleraMember(
                "n" + number, GaleraMember.HOST, ports.get(0), ports.get(1), ports.get(2), ports.get(3), zone);
    }

    private static List<Integer> free(int wanted, Set<Integer> taken) throws IOException {
        var free = new ArrayList<Integer>();
        for (int port = FIRST; port <= LAST && free.size() < wanted; port++) {
            if (!taken.contains(port) && new LocalPort(GaleraMember.HOST, port).free()) {
                free.add(port);
            }
        }
        if (free.size() < wanted) {
            throw new IOException("fewer than " + wanted + " ports from " + FIRST + " to " + LAST + " are free on "
                    + GaleraMember.HOST + "; stop a server to free them");
        }
        return free;
    }
}
