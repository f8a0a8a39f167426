package squall.testbed.galera;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.system.process.ExternalProgram;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.LocalNode;
import squall.testbed.cluster.NodePlace;
import squall.testbed.galera.GaleraServers.GaleraPosition;
import squall.testbed.host.Daemon;
import squall.testbed.host.LoopDisk;

/** Node of the group: its server, and its folder with the data, the server's output and its process number. */
record GaleraNode(GaleraMember member, NodePlace place) implements LocalNode {
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(5);

    /** Limit for a clean shutdown, which writes dirty pages to disk. */
    private static final Duration END_LIMIT = Duration.ofMinutes(2);

    /** Limit for a server that never accepted clients, which may not handle the signal. */
    private static final Duration END_LIMIT_BUSY = Duration.ofSeconds(15);

    private Path folder() {
        return place.folder();
    }

    /** Returns the data folder, which belongs to the user as which the server runs. */
    @Override
    public Path data() {
        return LoopDisk.root(folder()).resolve("data");
    }

    /** Returns the server's output. */
    Path log() {
        return folder().resolve("mariadbd.log");
    }

    private Daemon server() {
        return new Daemon("mariadbd", folder(), log(), folder().resolve("mariadbd.pid"), data());
    }

    @Override
    public List<Daemon> daemons() {
        return List.of(server());
    }

    /** Creates the folder, with an empty data folder, which the server fills by a copy from another node. */
    void make() throws IOException {
        FileTrees.make(folder(), ClusterFolder.OPEN);
        FileTrees.make(data(), "rwx------");
        place.runAs().own(data());
    }

    @Override
    public boolean serves() {
        return report().filter(GaleraConnection.Report::serves).isPresent();
    }

    Optional<GaleraConnection.Report> report() {
        return new GaleraConnection(member, place.password()).report();
    }

    /** Starts the server from the position of its data; it then requests the transactions that it missed from the group. */
    void start(GaleraSettings settings, List<String> more) throws IOException, InterruptedException {
        place.awaitFree(name(), member.ports());
        GaleraPosition position = position(settings);
        var command = new ArrayList<>(settings.node(member, data()));
        if (position.known()) {
            command.add("--wsrep-start-position=" + position.text());
        }
        command.addAll(more);
        server().start(place.command(name(), command));
    }

    /** Returns the position of the data, even if the server was killed; called while it does not run. */
    GaleraPosition position(GaleraSettings settings) throws IOException, InterruptedException {
        if (interrupted()) {
            FileTrees.delete(data()); // part of another node's data, and useless
            make();
        }
        if (!Files.exists(data().resolve("ibdata1"))) {
            return GaleraPosition.NONE;
        }
        var command = new ArrayList<>(settings.node(member, data()));
        command.add("--wsrep-recover");
        return GaleraPosition.recovered(new ExternalProgram(place.command(name(), command), folder(), RECOVERY_LIMIT)
                .run()
                .orThrow()
                .text());
    }

    /** Returns whether the server was ended while it received a full copy. */
    private boolean interrupted() {
        return Files.exists(data().resolve("sst_in_progress"));
    }

    /** Allows this node to begin a primary component, even if it was not the last one to leave. */
    void allowBootstrap() throws IOException {
        Path saved = data().resolve("grastate.dat");
        String text = Files.exists(saved) ? Files.readString(saved) : "# GALERA saved state\nversion: 2.1\n";
        String others = text.lines()
                .filter(line -> !line.startsWith("safe_to_bootstrap:"))
                .reduce("", (before, line) -> before + line + "\n");
        FileTrees.write(saved, others + "safe_to_bootstrap: 1\n", "rw-------");
        place.runAs().own(saved);
    }

    /**
     * Returns whether the node can form a component again: it still is in the rest of one, or was in one when it was killed, whose members,
     * all of which it waits for, can be among the running nodes.
     */
    boolean canRegroup(int running) throws IOException {
        Path view = data().resolve("gvwstate.dat");
        if (Files.exists(view)) {
            long members = Files.readString(view, StandardCharsets.ISO_8859_1)
                    .lines()
                    .filter(line -> line.startsWith("member:"))
                    .count();
            if (members > 0 && members <= running) {
                return true;
            }
        }
        return report().isPresent();
    }

    /** Removes the record of a component that will not come back. */
    void forgetView() throws IOException {
        Files.deleteIfExists(data().resolve("gvwstate.dat"));
    }

    @Override
    public String lastWords(Daemon daemon) throws IOException {
        return daemon.printed()
                .filter(line -> line.contains("[ERROR]"))
                .reduce((earlier, later) -> later)
                .orElse(daemon.lastWords());
    }

    /** Shuts the node down cleanly, so that it leaves the group; one that accepts no clients is killed if it does not end soon. */
    @Override
    public void stop() throws IOException, InterruptedException {
        resume(); // a frozen process does not handle signals
        if (state() == State.UP) {
            server().end(END_LIMIT);
        } else {
            server().ends(END_LIMIT_BUSY);
        }
        kill(); // the rest: a copy to another node
    }

    /** Runs one of MariaDB's programs on the data, as the user as which the server runs. */
    void run(List<String> command, Duration limit) throws IOException, InterruptedException {
        new ExternalProgram(place.runAs().command(command), folder(), limit)
                .run()
                .orThrow();
    }

    /** Lets the server execute statements without network and without group, then end. */
    void execute(GaleraSettings settings, List<String> statements, Duration limit)
            throws IOException, InterruptedException {
        Path script = folder().resolve("statements.sql");
        FileTrees.write(script, String.join(";\n", statements) + ";\n", "rw-------");
        try {
            place.runAs().own(script);
            var shell =
                    Stream.of("/bin/sh", "-c", "script=$1; shift; exec \"$@\" <\"$script\"", "sh", script.toString());
            run(
                    Stream.of(shell, settings.base(data()).stream(), Stream.of("--bootstrap"))
                            .flatMap(words -> words)
                            .toList(),
                    limit);
        } finally {
            Files.delete(script);
        }
    }
}
