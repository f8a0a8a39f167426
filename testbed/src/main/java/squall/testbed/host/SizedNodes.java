package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import squall.spi.Cluster.Size;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.FolderLock;
import squall.system.process.ControlGroup;
import squall.system.process.ControlGroupHierarchy.Controller;

/**
 * The control groups of the nodes of a cluster that was given a {@link NodeSize}. A node joins its group with its first instruction, at
 * every start; a group is made before, and removed when the cluster is stopped or the node leaves it.
 *
 * @param cluster the cluster's folder, next to which the size is kept: it is chosen before the folder is made
 */
public record SizedNodes(Path cluster) {
    /** Returns the size that was chosen; empty if nodes share the machine. */
    public Optional<NodeSize> given() throws IOException {
        return FileTrees.text(file())
                .map(text -> text.lines()
                        .map(line -> line.split("=", 2))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])))
                .flatMap(options -> NodeSize.of(new Options(file().toString(), options)));
    }

    private Path file() {
        return cluster.resolveSibling(cluster.getFileName() + ".size");
    }

    /**
     * Chooses the size of the nodes before any of them is started.
     *
     * @param asked empty: as before
     * @param demand of the cluster as it is to be
     * @throws IllegalArgumentException if nodes run with another size, or would not start with this one
     * @throws IOException as {@link NodeSize#require}
     */
    public void choose(Optional<NodeSize> asked, Demand demand) throws IOException {
        if (!demand.made()) {
            Files.deleteIfExists(file()); // of a cluster that was never made whole
        }
        Optional<NodeSize> before = given();
        Optional<NodeSize> chosen = asked.isPresent() ? asked : before;
        if (chosen.isEmpty()) {
            return;
        }
        if (demand.running() && !chosen.equals(before)) {
            throw new IllegalArgumentException(
                    "nodes of " + cluster.getFileName() + " run with "
                            + before.map(NodeSize::toString).orElse("no size of their own") + ", but " + chosen.get()
                            + " was requested: stop them with 'testbed down' first, omit these options, or choose another --name");
        }
        chosen.get().require(demand.nodes(), demand.leastMb());
        StringBuilder lines = new StringBuilder();
        chosen.get()
                .options()
                .forEach((key, value) ->
                        lines.append(key).append('=').append(value).append('\n'));
        FileTrees.write(file(), lines.toString(), "rw-r--r--");
    }

    /** Checks that this machine can have one more such node. @throws IOException as {@link NodeSize#require} */
    public void requireRoom(int nodes) throws IOException {
        Optional<NodeSize> size = given();
        if (size.isPresent()) {
            size.get().require(nodes, 0);
        }
    }

    /** Checks that a database can manage so much memory itself. @throws IOException if that is more than its node may use */
    public void requireWithin(String node, Size size) throws IOException {
        Optional<Integer> most = given().flatMap(NodeSize::memoryMb);
        if (most.isPresent() && most.get() < size.memoryMb()) {
            throw new IOException(node + " may use " + most.get() + " MB (" + NodeSize.MEMORY + "), so its database"
                    + " cannot be given " + size.memoryMb() + " MB: choose less, or create the cluster with more");
        }
    }

    /** Returns the command as it must be started, so that the node has its size. @throws IOException if the kernel does not give it that */
    public List<String> command(String node, List<String> command) throws IOException {
        Optional<NodeSize> size = given();
        if (size.isEmpty()) {
            return command;
        }
        List<ControlGroup> groups = size.get().groups(name(node));
        size.get().make(groups);
        return ControlGroup.entering(
                groups.stream().map(ControlGroup::procs).distinct().toList(), command);
    }

    /** Reads the sizes of the running ones of these nodes back from the kernel, by name. */
    public SequencedMap<String, NodeSize> readBack(List<String> nodes) throws IOException {
        SequencedMap<String, NodeSize> found = new LinkedHashMap<>();
        for (String node : nodes) {
            List<ControlGroup> groups = groups(node);
            if (inUse(groups)) {
                NodeSize.of(groups).ifPresent(read -> found.put(node, read));
            }
        }
        return found;
    }

    private static boolean inUse(List<ControlGroup> groups) throws IOException {
        for (ControlGroup group : groups) {
            if (!group.exists() || group.pids().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Returns what reports state of the size of nodes, as the kernel has it; nothing if nodes share the machine. */
    public SequencedMap<String, String> properties(List<String> nodes) throws IOException {
        SequencedMap<String, String> properties = new LinkedHashMap<>();
        Optional<NodeSize> size = given();
        if (size.isPresent()) {
            SequencedMap<String, NodeSize> found = readBack(nodes);
            size.get()
                    .options()
                    .forEach((option, chosen) -> properties.put(
                            option.replace('-', '_'),
                            found.isEmpty() ? chosen + ", not in effect: no node runs" : text(option, found)));
            size.get()
                    .processors()
                    .ifPresent(processors -> properties.put(
                            "client_cpus",
                            size.get()
                                            .spare(nodes.size(), MachineSize.here())
                                            .stripTrailingZeros()
                                            .toPlainString()
                                    + " of " + MachineSize.here().cores()));
        }
        return properties;
    }

    /** Returns one value where all have the same. */
    private static String text(String option, SequencedMap<String, NodeSize> found) {
        List<String> values = found.values().stream()
                .map(size -> size.options().getOrDefault(option, "all"))
                .toList();
        return values.stream().distinct().count() == 1
                ? values.getFirst()
                : found.entrySet().stream()
                        .map(node ->
                                node.getKey() + " " + node.getValue().options().getOrDefault(option, "all"))
                        .collect(Collectors.joining(", "));
    }

    /** Returns the size of this machine as its database may use it: no more than the size of a node. */
    public MachineSize within(MachineSize machine) throws IOException {
        Optional<NodeSize> size = given();
        return new MachineSize(
                size.flatMap(NodeSize::memoryMb)
                        .map(megabytes -> Math.min((long) megabytes << 20, machine.memoryBytes()))
                        .orElse(machine.memoryBytes()),
                size.flatMap(NodeSize::processors)
                        .map(processors -> Math.clamp((long) Math.ceil(processors.doubleValue()), 1, machine.cores()))
                        .orElse(machine.cores()));
    }

    /** Says, as the end of a sentence, that a node has lost processes because it reached its limit of memory; empty if it has not. */
    public String memoryKills(String node) throws IOException {
        for (ControlGroup group : groups(node)) {
            if (group.hierarchy().controller() == Controller.MEMORY && group.exists() && group.memoryKills() > 0) {
                return "; the kernel killed it because it reached its limit of memory: choose a larger "
                        + NodeSize.MEMORY + " than "
                        + given().flatMap(NodeSize::memoryMb).orElseThrow() + "M";
            }
        }
        return "";
    }

    /** Removes the groups of a node whose processes have been ended. @throws IOException if one of them runs on */
    public void remove(String node) throws IOException, InterruptedException {
        for (ControlGroup group : groups(node)) {
            group.remove();
        }
    }

    /** Removes the groups of all nodes, whose processes have been ended. @throws IOException if one of them runs on */
    public void removeAll() throws IOException, InterruptedException {
        for (ControlGroup group : all()) {
            group.remove();
        }
    }

    /** Starts nodes; if that fails, the groups of those that do not run are removed. */
    public <T> T starting(FolderLock.LockedAction<T> start) throws IOException, InterruptedException {
        boolean started = false;
        try {
            T result = start.act();
            started = true;
            return result;
        } finally {
            if (!started) {
                all().forEach(ControlGroup::removed);
            }
        }
    }

    private List<ControlGroup> all() throws IOException {
        List<ControlGroup> all = new ArrayList<>();
        for (ControlGroup any : groups("")) {
            all.addAll(ControlGroup.named(any.hierarchy(), any.name()));
        }
        return all;
    }

    /** Returns the groups of a node, whether they exist or not; none if nodes have no size of their own. */
    private List<ControlGroup> groups(String node) throws IOException {
        Optional<NodeSize> size = given();
        return size.isPresent() ? size.get().groups(name(node)) : List.of();
    }

    /** Removes the groups and forgets the size, with the cluster. */
    public void forget() throws IOException, InterruptedException {
        removeAll();
        Files.deleteIfExists(file());
    }

    /** Distinguishes clusters of the same name in other state folders. */
    private String name(String node) {
        return ControlGroup.NODE + cluster.getFileName() + "-"
                + Integer.toHexString(cluster.toAbsolutePath().toString().hashCode()) + "-" + node;
    }

    /**
     * Demand of a cluster: what it needs of this machine, and whether its nodes could be given another size.
     *
     * @param made whether the cluster exists
     * @param running whether one of its nodes runs
     * @param nodes how many it has, or is to have
     * @param leastMb memory in MB without which a node would not start
     */
    public record Demand(boolean made, boolean running, int nodes, int leastMb) {}
}
