package squall.clusters.ssh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.clusters.Clients;
import squall.clusters.ssh.Commands.Act;
import squall.clusters.ssh.Inventory.Entry;
import squall.host.InputFile;
import squall.scenario.yaml.Document;
import squall.scenario.yaml.Section;
import squall.scenario.yaml.Source;
import squall.scenario.yaml.Value;
import squall.spi.Cluster.Node;

/** Makes inventories of YAML text, strictly. */
final class InventoryReader {
    private static final List<String> KEYS =
            List.of("name", "url", "user", "password", "links", "ssh", "commands", "nodes");
    private static final List<String> SSH = List.of("user", "port", "identity", "sudo");
    private static final List<String> NODE = List.of("name", "host", "port", "zone", "region", "address", "commands");
    private static final List<String> COMMANDS =
            Stream.of(Act.values()).map(InventoryReader::key).toList();
    private static final List<Act> NEEDED = List.of(Act.START, Act.STOP, Act.PIDS);

    private InventoryReader() {}

    /**
     * The inventory that a file holds.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException with file, line and key, if it is no inventory
     */
    static Inventory read(Path file, Map<String, String> environment) throws IOException {
        return inventory(Document.read(new Source(file.toString(), InputFile.text(file)), environment, KEYS));
    }

    private static Inventory inventory(Section file) {
        Value nodes = file.need("nodes");
        Commands common = file.find("commands").map(InventoryReader::commands).orElse(new Commands(Map.of()));
        List<Entry> entries =
                nodes.items().stream().map(node -> entry(node, common)).toList();
        Login login = file.find("ssh")
                .map(InventoryReader::login)
                .orElse(new Login(Optional.empty(), Optional.empty(), Optional.empty(), false));
        Value url = file.need("url");
        return nodes.make(() -> new Inventory(
                file.need("name").text(),
                url.make(() -> new Clients(url.text(), text(file, "user"), text(file, "password"))),
                file.find("links").map(Value::flag).orElse(false),
                login,
                entries));
    }

    private static Login login(Value value) {
        Section ssh = value.section(SSH);
        return new Login(
                ssh.find("user").map(InventoryReader::noOption),
                ssh.find("port").map(Value::whole),
                ssh.find("identity").map(Value::text),
                ssh.find("sudo").map(Value::flag).orElse(false));
    }

    private static Entry entry(Value value, Commands common) {
        Section node = value.section(NODE);
        Commands commands =
                node.find("commands").map(own -> common.with(commands(own))).orElse(common);
        for (Act act : NEEDED) {
            if (!commands.words().containsKey(act)) {
                throw value.wrong("a node with the command '" + key(act) + "', its own or that of all nodes");
            }
        }
        Node described = new Node(
                node.need("name").text(),
                noOption(node.need("host")),
                node.need("port").whole(),
                node.need("zone").text(),
                node.need("region").text());
        return new Entry(described, text(node, "address"), commands);
    }

    private static Commands commands(Value value) {
        Section section = value.section(COMMANDS);
        Map<Act, List<String>> words = new EnumMap<>(Act.class);
        for (Act act : Act.values()) {
            section.find(key(act)).ifPresent(line -> words.put(act, line(line)));
        }
        return new Commands(words);
    }

    private static List<String> line(Value value) {
        List<String> words = value.items().stream().map(Value::text).toList();
        if (words.isEmpty()) {
            throw value.wrong("a command and its arguments, such as [systemctl, start, cockroach]");
        }
        return words;
    }

    /** What ssh would take for an option of its own is refused. */
    private static String noOption(Value value) {
        if (!value.text().matches("[A-Za-z0-9_:.][A-Za-z0-9_:.-]*")) {
            throw value.wrong("a name or an address");
        }
        return value.text();
    }

    private static String text(Section section, String key) {
        return section.find(key).map(Value::text).orElse("");
    }

    private static String key(Act act) {
        return act.name().toLowerCase(Locale.ROOT);
    }
}
