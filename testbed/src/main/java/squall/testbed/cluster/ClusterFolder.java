package squall.testbed.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.NoSuchClusterException;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LocalPort;
import squall.testbed.host.LoopDisk;
import squall.testbed.host.PortReservations;
import squall.testbed.host.SizedNodes;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;

/** Folder of one cluster: its note, a folder for each node, and the files that they share. */
public interface ClusterFolder<G extends ClusterNote<?>> {
    /** Permissions for the unprivileged user as which root's servers run; files written by servers have stricter ones. */
    String OPEN = "rwxr-xr-x";

    /** Finds the folder of this name among those of a kind. @throws IllegalArgumentException if the name is invalid */
    static Path named(StateFolder state, String kind, String name) throws IOException {
        String form = "[a-z][a-z0-9-]{0,39}"; // safe as a folder, in a configuration file and in a shell
        if (!name.matches(form)) {
            throw new IllegalArgumentException("the name of a server must match " + form + ", not '" + name + "'");
        }
        return state.folder(kind).resolve(name);
    }

    Path folder();

    NoteFormat<G> format();

    /** Returns the kind of the cluster, as users type it. */
    String kind();

    /** Lists the files in it besides the note and the folders of nodes. */
    Set<Path> files();

    /** Lists prefixes of the names of further files. */
    default List<String> prefixes() {
        return List.of(NetworkNamespaces.FILES);
    }

    default String permissions() {
        return OPEN;
    }

    default String name() {
        return folder().getFileName().toString();
    }

    /** Returns the lock file, which is outside the folder, so that it can be held while the folder is removed. */
    default Path lockFile() {
        return folder().resolveSibling(name() + ".lock");
    }

    default Path node(ClusterNote.Member member) {
        return folder().resolve(member.name());
    }

    /** Returns the ports that the cluster keeps while its nodes are down. */
    default PortReservations ports() {
        return PortReservations.of(folder());
    }

    /** Reserves the ports of an existing cluster again: reservations are lost when the machine's temporary files are. */
    default void keepPorts(G note) throws IOException, InterruptedException {
        if (subnet().isEmpty()) { // otherwise the ports belong to other networks
            ports().keep(note.members().stream()
                    .flatMap(member -> member.ports().stream())
                    .map(LocalPort::number)
                    .distinct()
                    .toList());
        }
    }

    /** Returns the sizes of its nodes. */
    default SizedNodes sizes() {
        return new SizedNodes(folder());
    }

    /** Returns the subnet of a cluster whose nodes have their own network namespaces; empty if they have none. */
    default Optional<Subnet> subnet() throws IOException {
        return Subnet.read(NetworkNamespaces.file(folder()));
    }

    /** Chooses the subnet of a new cluster. @throws IOException with the remedy, if this machine does not support namespaces */
    default Optional<Subnet> newSubnet(boolean namespaces) throws IOException, InterruptedException {
        if (!namespaces) {
            return Optional.empty();
        }
        NetworkNamespaces.require();
        return Optional.of(Subnet.free(folder()));
    }

    /** Returns the namespaces of the nodes; empty if they have none. */
    default Optional<NetworkNamespaces> namespaces(G note) throws IOException {
        return subnet().map(subnet -> new NetworkNamespaces(folder(), subnet, note.names()));
    }

    /** Creates the networks of nodes that have none yet; returns whether there was anything to do. */
    default boolean upNamespaces(G note) throws IOException, InterruptedException {
        Optional<NetworkNamespaces> namespaces = namespaces(note);
        return namespaces.isPresent() && namespaces.get().up();
    }

    /** Removes the networks of nodes that have ended. */
    default void downNamespaces(G note) throws IOException, InterruptedException {
        Optional<NetworkNamespaces> namespaces = namespaces(note);
        if (namespaces.isPresent()) {
            namespaces.get().down();
        }
    }

    /** Returns the shape of the nodes' own disks; empty if they have none. */
    default Optional<DiskShape> disks() throws IOException {
        try {
            return DiskShape.of(new Options(
                    folder().toString(),
                    Map.of(DiskShape.OPTION, Files.readString(disksFile()).strip())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Path disksFile() {
        return folder().resolve(DiskShape.OPTION);
    }

    /** Checks a choice that is permanent. @throws IllegalArgumentException if other disks were requested than the nodes have */
    default void requireDisks(Optional<DiskShape> requested) throws IOException {
        if (requested.isPresent() && !requested.equals(disks())) {
            throw new IllegalArgumentException(kind() + " '" + name() + "' was created with "
                    + disks().map(shape -> DiskShape.OPTION + "=" + shape.text())
                            .orElse("no disks of its nodes' own")
                    + ", not with " + requested.get().text() + ": omit the option " + DiskShape.OPTION
                    + ", choose another --name, or run 'testbed reset " + kind() + "'");
        }
    }

    /** Gives a new node a disk, mounted, if the nodes of the cluster have disks. */
    default void makeDisk(ClusterNote.Member member) throws IOException, InterruptedException {
        Optional<DiskShape> shape = disks();
        if (shape.isPresent()) {
            FileTrees.make(node(member), permissions());
            LoopDisk.make(node(member), shape.get());
        }
    }

    /** Mounts the disks of nodes that are to be started. */
    default void mountDisks(G note) throws IOException, InterruptedException {
        for (LoopDisk disk : loopDisks(note)) {
            disk.attach();
        }
    }

    /** Writes to the disks what was made of the nodes so far. */
    default void syncDisks(G note) throws IOException, InterruptedException {
        for (LoopDisk disk : loopDisks(note)) {
            disk.sync();
        }
    }

    private List<LoopDisk> loopDisks(G note) {
        return note.members().stream()
                .flatMap(member -> LoopDisk.of(node(member)).stream())
                .toList();
    }

    /** Unmounts the disks of nodes that have ended, those too of a command that did not come to its end. */
    default void unmountDisks() throws IOException, InterruptedException {
        for (Path each : List.of(folder(), making(), leaving())) {
            LoopDisk.detachAll(each);
        }
    }

    /** Removes what an {@code up} or a {@code reset} that was killed has left of a cluster that is not there. */
    default void removeRemains() throws IOException, InterruptedException {
        unmountDisks();
        if (Files.exists(making()) || Files.exists(leaving())) {
            FileTrees.delete(making());
            FileTrees.delete(leaving());
            ports().release();
        }
    }

    private Path making() {
        return folder().resolveSibling(name() + ".making");
    }

    /** Returns the folder to which it is moved before it is deleted. */
    private Path leaving() {
        return folder().resolveSibling(name() + ".leaving");
    }

    /**
     * Checks a choice that is permanent, because the data contains addresses. @throws IOException if the cluster has no namespaces, and
     * they were requested
     */
    default void requireNamespaces(boolean requested) throws IOException {
        if (requested && subnet().isEmpty()) {
            throw new IOException(kind() + " '" + name()
                    + "' was created without namespaces: choose another --name, or run 'testbed reset " + kind() + "'");
        }
    }

    /** Reads the note; empty if the cluster was never created. @throws IOException if the folder is not a cluster's */
    default Optional<G> note() throws IOException {
        Optional<String> text = noteText();
        return text.isPresent() ? Optional.of(format().read(folder(), text.get())) : Optional.empty();
    }

    /** Reads the note as text, for frequent checks whether it has changed. */
    default Optional<String> noteText() throws IOException {
        if (!Files.exists(folder())) {
            return Optional.empty();
        }
        if (!Files.exists(format().in(folder()))) {
            throw new IOException(folder() + " was not created by Squall: it has no " + format().file()
                    + ". Move it elsewhere, or choose another --name");
        }
        return Optional.of(Files.readString(format().in(folder())));
    }

    /** Reads the note of an existing cluster. @throws IOException if there is none */
    default G required() throws IOException {
        return note().orElseThrow(() -> new NoSuchClusterException(missing()));
    }

    /** Describes that there is no such cluster, and how to create it. */
    default String missing() {
        return "there is no " + kind() + " '" + name() + "' yet; "
                + TestbedCommands.of(kind(), name()).whenMissing();
    }

    default void write(G note) throws IOException {
        write(folder(), note);
    }

    /** Writes the note into this folder, which may not have its name yet. */
    default void write(Path place, G note) throws IOException {
        format().write(place, note);
    }

    /**
     * Creates the folder, which has its note from the moment it has its name. Nodes have their disks when it is filled.
     *
     * @param nodes by name
     * @param filling fills it and returns the note
     */
    default G make(Placement placement, List<String> nodes, Filling<G> filling)
            throws IOException, InterruptedException {
        Path making = making();
        LoopDisk.detachAll(making);
        FileTrees.delete(making);
        FileTrees.make(making, permissions());
        boolean made = false;
        try {
            placement.prepare(making, nodes, permissions());
            G note = filling.fill(making);
            write(making, note);
            Files.move(making, folder(), StandardCopyOption.ATOMIC_MOVE); // mounted disks move along
            made = true;
            return note;
        } finally {
            if (!made) {
                LoopDisk.detachAll(making);
            }
        }
    }

    /** Refuses a folder with files that Squall did not create. @throws IOException naming them */
    default void requireOwn(G note) throws IOException {
        Set<Path> own = Stream.of(
                        Stream.of(format().in(folder()), disksFile()),
                        files().stream(),
                        note.members().stream().map(this::node))
                .flatMap(paths -> paths)
                .collect(Collectors.toSet());
        try (Stream<Path> entries = Files.list(folder())) {
            List<Path> foreign = entries.filter(entry -> !own.contains(entry)
                            && prefixes().stream().noneMatch(entry.getFileName().toString()::startsWith))
                    .toList();
            if (!foreign.isEmpty()) {
                throw new IOException(
                        "nothing was removed: " + foreign + " was not created by Squall; move it elsewhere first");
            }
        }
    }

    /** Removes the folder with its contents. */
    default void delete() throws IOException {
        Path leaving = leaving();
        FileTrees.delete(leaving); // of a reset that did not come to its end
        Files.move(folder(), leaving);
        FileTrees.delete(leaving);
    }

    /**
     * Placement of the nodes of a new cluster: what they have of their own besides their folders.
     *
     * @param subnet of their network namespaces, if they have such
     * @param disks their shape, if they have such
     */
    record Placement(Optional<Subnet> subnet, Optional<DiskShape> disks) {
        private void prepare(Path making, List<String> nodes, String permissions)
                throws IOException, InterruptedException {
            if (subnet.isPresent()) {
                subnet.get().write(NetworkNamespaces.file(making));
            }
            if (disks.isPresent()) {
                FileTrees.write(making.resolve(DiskShape.OPTION), disks.get().text() + "\n", "rw-r--r--");
                for (String node : nodes) {
                    FileTrees.make(making.resolve(node), permissions);
                    LoopDisk.make(making.resolve(node), disks.get());
                }
            }
        }
    }

    /** Filling of the folder of a new cluster, which does not have its final name yet. */
    @FunctionalInterface
    interface Filling<G> {
        G fill(Path making) throws IOException, InterruptedException;
    }
}
