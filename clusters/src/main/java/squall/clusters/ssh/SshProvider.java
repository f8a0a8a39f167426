package squall.clusters.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.clusters.ClientAccess;
import squall.clusters.ssh.RemoteDisk.DiskPlace;
import squall.clusters.ssh.SshClient.SshLogin;
import squall.clusters.ssh.SshClient.SshLogin.SshFiles;
import squall.clusters.ssh.SshInventory.InventoryEntry;
import squall.clusters.ssh.SshInventory.NodeCommands.Act;
import squall.scenario.yaml.ScenarioSource;
import squall.scenario.yaml.YamlDocument;
import squall.scenario.yaml.YamlSection;
import squall.scenario.yaml.YamlValue;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.InputFile;
import squall.system.StateFolder;

/** Provider of clusters on hosts of an inventory, by the name {@code ssh}; the option {@code inventory} is the file. */
public final class SshProvider implements ClusterProvider {
    private final String program;
    private final Optional<Path> folder;

    /** Creates a provider with the ssh on the path. */
    public SshProvider() {
        this("ssh", Optional.empty());
    }

    /** @param folder for connections that are kept; empty for that of Squall's state */
    SshProvider(String program, Optional<Path> folder) {
        this.program = program;
        this.folder = folder;
    }

    @Override
    public String kind() {
        return "ssh";
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        SshCluster cluster = described(options);
        cluster.requireServing();
        return cluster;
    }

    @Override
    public Cluster find(Options options) throws IOException {
        return described(options);
    }

    /** {@inheritDoc} Checks the option and its file; the cluster exists. */
    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        inventory(options);
        return Optional.empty();
    }

    private static SshInventory inventory(Options options) throws IOException {
        options.allowOnly(List.of("inventory"));
        String file = options.text("inventory", "");
        if (file.isEmpty()) {
            throw new IllegalArgumentException("ssh: option 'inventory' must name the file of the hosts");
        }
        return InventoryReader.read(Path.of(file).toAbsolutePath(), System.getenv());
    }

    private SshCluster described(Options options) throws IOException {
        SshInventory inventory = inventory(options);
        Path sockets =
                folder.isPresent() ? folder.get() : StateFolder.here().path().resolve("ssh");
        FileTrees.make(sockets, "rwx------");
        SshClient ssh = SshClient.of(program, inventory.login(), sockets);
        return inventory.knows(Act.PRIMARY) ? new SshPrimaryCluster(inventory, ssh) : new SshCluster(inventory, ssh);
    }

    /** Cluster whose inventory has a command that asks a node whether it takes the writes. */
    private static final class SshPrimaryCluster extends SshCluster implements Cluster.HasPrimary {
        private static final Duration LIMIT = Duration.ofSeconds(15);

        SshPrimaryCluster(SshInventory inventory, SshClient ssh) {
            super(inventory, ssh);
        }

        @Override
        public Optional<Node> primary() throws IOException, InterruptedException {
            for (Node node : nodes()) {
                if (done(Act.PRIMARY, node, LIMIT) == 0) {
                    return Optional.of(node);
                }
            }
            return Optional.empty();
        }
    }

    /** Reader of inventories in YAML, strictly. */
    static final class InventoryReader {
        private static final List<String> KEYS =
                List.of("name", "url", "user", "password", "links", "ssh", "commands", "nodes");
        private static final List<String> SSH = List.of("user", "port", "identity", "knownHosts", "config", "sudo");
        private static final List<String> NODE =
                List.of("name", "host", "port", "zone", "region", "address", "commands", "disk");
        private static final List<String> DISK = List.of("device", "mount", "options");
        private static final List<String> COMMANDS =
                Stream.of(Act.values()).map(InventoryReader::key).toList();
        private static final List<Act> NEEDED = List.of(Act.START, Act.STOP, Act.PIDS);

        private InventoryReader() {}

        /**
         * Reads an inventory from a file.
         *
         * @throws IOException if the file cannot be read
         * @throws IllegalArgumentException with file, line and key, if it is no inventory
         */
        static SshInventory read(Path file, Map<String, String> environment) throws IOException {
            return inventory(
                    YamlDocument.read(new ScenarioSource(file.toString(), InputFile.text(file)), environment, KEYS),
                    file.toAbsolutePath());
        }

        private static SshInventory inventory(YamlSection file, Path place) {
            YamlValue nodes = file.need("nodes");
            SshInventory.NodeCommands common = file.find("commands")
                    .map(InventoryReader::commands)
                    .orElse(new SshInventory.NodeCommands(Map.of()));
            List<InventoryEntry> entries =
                    nodes.items().stream().map(node -> entry(node, common)).toList();
            SshLogin login = file.find("ssh").map(ssh -> login(ssh, place)).orElse(SshLogin.USUAL);
            YamlValue url = file.need("url");
            return nodes.make(() -> new SshInventory(
                    file.need("name").text(),
                    url.make(() -> new ClientAccess(url.text(), text(file, "user"), text(file, "password"))),
                    file.find("links").map(YamlValue::flag).orElse(false),
                    login,
                    entries));
        }

        private static SshLogin login(YamlValue value, Path inventory) {
            YamlSection ssh = value.section(SSH);
            return new SshLogin(
                    ssh.find("user").map(InventoryReader::noOption),
                    ssh.find("port").map(YamlValue::whole),
                    new SshFiles(
                            ssh.find("identity").map(file -> file(file, inventory)),
                            ssh.find("knownHosts").map(file -> file(file, inventory)),
                            ssh.find("config").map(file -> file(file, inventory))),
                    ssh.find("sudo").map(YamlValue::flag).orElse(false));
        }

        /** Returns the path of an existing file; a relative path begins at the inventory's folder, {@code ~/} at the user's home. */
        private static Path file(YamlValue value, Path inventory) {
            Path file = value.text().startsWith("~/")
                    ? Path.of(System.getProperty("user.home"), value.text().substring(2))
                    : inventory.resolveSibling(value.text()).normalize();
            if (!Files.isReadable(file)) {
                throw value.wrong("a file that can be read (" + file + " cannot)");
            }
            return file;
        }

        private static InventoryEntry entry(YamlValue value, SshInventory.NodeCommands common) {
            YamlSection node = value.section(NODE);
            SshInventory.NodeCommands commands =
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
            return new InventoryEntry(
                    described,
                    text(node, "address"),
                    commands,
                    node.find("disk").map(InventoryReader::disk));
        }

        private static DiskPlace disk(YamlValue value) {
            YamlSection disk = value.section(DISK);
            return value.make(() -> new DiskPlace(
                    disk.need("device").text(),
                    disk.need("mount").text(),
                    disk.find("options").map(YamlValue::text).orElse("defaults")));
        }

        private static SshInventory.NodeCommands commands(YamlValue value) {
            YamlSection section = value.section(COMMANDS);
            Map<Act, List<String>> words = new EnumMap<>(Act.class);
            for (Act act : Act.values()) {
                section.find(key(act)).ifPresent(line -> words.put(act, line(line)));
            }
            return new SshInventory.NodeCommands(words);
        }

        private static List<String> line(YamlValue value) {
            List<String> words = value.items().stream().map(YamlValue::text).toList();
            if (words.isEmpty()) {
                throw value.wrong("a command and its arguments, such as [systemctl, start, cockroach]");
            }
            return words;
        }

        /** Returns a value; refuses one that ssh would take for an option. */
        private static String noOption(YamlValue value) {
            if (!value.text().matches("[A-Za-z0-9_:.][A-Za-z0-9_:.-]*")) {
                throw value.wrong("a name or an address");
            }
            return value.text();
        }

        private static String text(YamlSection section, String key) {
            return section.find(key).map(YamlValue::text).orElse("");
        }

        private static String key(Act act) {
            return act.name().toLowerCase(Locale.ROOT);
        }
    }
}
