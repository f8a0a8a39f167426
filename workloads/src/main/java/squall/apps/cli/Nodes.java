package squall.apps.cli;

import java.util.List;
import java.util.regex.Pattern;
import squall.cli.CommandException;

/** Lists of {@code host:port}. */
final class Nodes {
    private static final Pattern NODE = Pattern.compile("(\\[[0-9A-Fa-f:]+]|[\\w.\\-]+):\\d{1,5}");

    private Nodes() {}

    static List<String> of(Given given) throws CommandException {
        return of("nodes", given.text("nodes").orElse(""));
    }

    /** @param option that holds the list, for the message */
    static List<String> of(String option, String list) throws CommandException {
        List<String> nodes = List.of(list.split(",", -1));
        for (String node : nodes) {
            if (!NODE.matcher(node).matches()) {
                throw Given.usage("--" + option + " must be a comma list of HOST:PORT, not '" + list + "'");
            }
        }
        return nodes;
    }
}
