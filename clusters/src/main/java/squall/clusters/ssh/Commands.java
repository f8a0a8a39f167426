package squall.clusters.ssh;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import squall.spi.Cluster.Node;

/**
 * What is typed on a host to have something done with its node: lists of arguments, never shell text. {@code {name}}, {@code {host}} and
 * {@code {port}} stand for the node's.
 *
 * @param words by what they do
 */
record Commands(Map<Act, List<String>> words) {
    /** What can be done. */
    enum Act {
        START,
        /** In good order; on return it has ended. */
        STOP,
        /** Prints the numbers of the node's processes, or of those that all others descend from; none if it does not run. */
        PIDS,
        /** At once; by the numbers, if nobody says how. */
        KILL,
        /** Ends with 0 if the node takes the writes. */
        PRIMARY
    }

    Commands {
        words = Map.copyOf(words);
    }

    /** These, but for what the other has. */
    Commands with(Commands other) {
        Map<Act, List<String>> all = new TreeMap<>(words);
        all.putAll(other.words);
        return new Commands(all);
    }

    Optional<List<String>> to(Act act, Node node) {
        return Optional.ofNullable(words.get(act))
                .map(line -> line.stream().map(word -> filled(word, node)).toList());
    }

    private static String filled(String word, Node node) {
        return word.replace("{name}", node.name())
                .replace("{host}", node.host())
                .replace("{port}", Integer.toString(node.port()));
    }
}
