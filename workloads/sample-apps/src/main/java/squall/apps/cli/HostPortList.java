package squall.apps.cli;

import java.util.List;
import java.util.regex.Pattern;
import squall.system.CommandException;

/** Lists of {@code host:port}. */
final class HostPortList {
    private static final Pattern NODE = Pattern.compile("(\\[[0-9A-Fa-f:]+]|[\\w.\\-]+):\\d{1,5}");

    private HostPortList() {}

    static List<String> of(ParsedOptions given) throws CommandException {
        String list = given.text("nodes").orElse("");
        List<String> nodes = List.of(list.split(",", -1));
        for (String node : nodes) {
            if (!NODE.matcher(node).matches()) {
                throw ParsedOptions.usage("--nodes must be a comma list of HOST:PORT, not '" + list + "'");
            }
        }
        return nodes;
    }
}
