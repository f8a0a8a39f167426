package squall.testbed.galera;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How far the data of a node has come.
 *
 * @param history identifies a sequence of transactions; positions of different histories cannot be compared
 * @param number of the last transaction; -1 if not known
 */
record GaleraPosition(String history, long number) {
    private static final String NO_HISTORY = "00000000-0000-0000-0000-000000000000";
    private static final Pattern RECOVERED = Pattern.compile("Recovered position: ?([0-9a-f-]{36}):(-?\\d+)");

    /** A node without data, which needs a full copy. */
    static final GaleraPosition NONE = new GaleraPosition(NO_HISTORY, -1);

    /** @param log of a server that was started with {@code --wsrep-recover} */
    static GaleraPosition recovered(String log) throws IOException {
        Matcher found = RECOVERED.matcher(log);
        if (!found.find()) {
            throw new IOException("found no 'Recovered position' in what the server printed: " + log);
        }
        return new GaleraPosition(found.group(1), Long.parseLong(found.group(2)));
    }

    boolean known() {
        return number >= 0 && !history.equals(NO_HISTORY);
    }

    /** Whether no other position is further; the others are of all nodes, so that the one with every acknowledged commit is among them. */
    boolean furthest(List<GaleraPosition> all) throws IOException {
        return known() && number == furthestOf(all).number();
    }

    /** @throws IOException if there is none, or the nodes have different histories */
    static GaleraPosition furthestOf(List<GaleraPosition> all) throws IOException {
        List<GaleraPosition> known = all.stream().filter(GaleraPosition::known).toList();
        if (known.stream().map(GaleraPosition::history).distinct().count() > 1) {
            throw new IOException("the nodes have data of different histories, so that none of them can be chosen: "
                    + known.stream().map(GaleraPosition::text).collect(Collectors.joining(", "))
                    + "; remove the group with 'testbed reset galera'");
        }
        return known.stream()
                .max(Comparator.comparingLong(GaleraPosition::number))
                .orElseThrow(
                        () -> new IOException("no node has any data; remove the group with 'testbed reset galera'"));
    }

    /** As the server takes and prints it. */
    String text() {
        return history + ":" + number;
    }
}
