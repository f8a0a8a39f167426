package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.DetachedProcess;
import squall.system.process.ExternalProgram;
import squall.system.process.PidFileProcess;
import squall.system.process.ProcessState;
import squall.testbed.galera.GaleraServers.GaleraPosition;
import squall.testbed.ha.GroupFolder;
import squall.testbed.host.FolderProcesses;
import squall.testbed.host.LocalPort;
import squall.testbed.host.RunAs;
import squall.testbed.host.UnfreezeTimer;
import squall.testbed.net.NetworkNamespaces;

/**
 * One node: its folder and its server.
 *
 * @param folder holds the data, the server's output and its process number
 */
record GaleraNode(
        GaleraMember member, Path folder, RunAs runAs, String password, Optional<NetworkNamespaces> namespaces) {
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(5);

    /** A clean shutdown writes dirty pages to disk. */
    private static final Duration END_LIMIT = Duration.ofMinutes(2);

    /** A server that never took clients may not handle the signal. */
    private static final Duration END_LIMIT_BUSY = Duration.ofSeconds(15);

    String name() {
        return member.name();
    }

    /** Belongs to the user that the server runs as. */
    Path data() {
        return folder.resolve("data");
    }

    Path log() {
        return folder.resolve("mariadbd.log");
    }

    private Path pid() {
        return folder.resolve("mariadbd.pid");
    }

    /** The folder, with an empty data folder, which the server fills by a copy from another node. */
    void make() throws IOException {
        FileTrees.make(folder, GroupFolder.OPEN);
        FileTrees.make(data(), "rwx------");
        runAs.own(data());
    }

    Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return PidFileProcess.named(pid(), data());
    }

    boolean runs() throws IOException, InterruptedException {
        return process().isPresent();
    }

    State state() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isEmpty()) {
            return State.DOWN;
        }
        if (ProcessState.of(process.get().pid()) == ProcessState.STOPPED) {
            return State.PAUSED;
        }
        return report().filter(GaleraConnection.Report::serves).isPresent() ? State.UP : State.BUSY;
    }

    Optional<GaleraConnection.Report> report() {
        return new GaleraConnection(member, password).report();
    }

    /** Starts the server from where its data was left; it then asks the group for what it missed. */
    void start(GaleraSettings settings, List<String> more) throws IOException, InterruptedException {
        for (int port : List.of(member.port(), member.group(), member.increments(), member.copies())) {
            requireFree(port);
        }
        GaleraPosition position = position(settings);
        var command = new ArrayList<>(settings.node(member, data()));
        if (position.known()) {
            command.add("--wsrep-start-position=" + position.text());
        }
        command.addAll(more);
        new DetachedProcess(placed(command), folder, log(), pid()).start();
    }

    private void requireFree(int port) throws IOException {
        var address = new LocalPort(member.host(), port);
        if (namespaces.isEmpty() && !address.free()) { // in its own namespace no other process can listen
            throw new IOException(name() + ": port " + address + " is already in use; stop that server");
        }
    }

    /** As the user, and in the network, that are the node's. */
    private List<String> placed(List<String> command) throws IOException {
        List<String> own = runAs.command(command);
        return namespaces.isPresent() ? namespaces.get().at(name(), own) : own;
    }

    /** Called while the server does not run: how far its data has come, even if it was killed. */
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
        return GaleraPosition.recovered(new ExternalProgram(placed(command), folder, RECOVERY_LIMIT)
                .run()
                .orThrow()
                .text());
    }

    /** Whether the server was ended while it received a full copy. */
    private boolean interrupted() {
        return Files.exists(data().resolve("sst_in_progress"));
    }

    /** Lets this node begin a primary component, even if it was not the last one to leave. */
    void allowBootstrap() throws IOException {
        Path saved = data().resolve("grastate.dat");
        String text = Files.exists(saved) ? Files.readString(saved) : "# GALERA saved state\nversion: 2.1\n";
        String others = text.lines()
                .filter(line -> !line.startsWith("safe_to_bootstrap:"))
                .reduce("", (before, line) -> before + line + "\n");
        FileTrees.write(saved, others + "safe_to_bootstrap: 1\n", "rw-------");
        runAs.own(saved);
    }

    /** Whether the node was in a component when it was killed, or still is in what is left of one. */
    boolean remembersComponent() {
        return Files.exists(data().resolve("gvwstate.dat")) || report().isPresent();
    }

    /** Forgets the view of a component that will not come back. */
    void forgetView() throws IOException {
        Files.deleteIfExists(data().resolve("gvwstate.dat"));
    }

    /** @throws IOException if the server has ended by itself, with its last error */
    void requireAlive() throws IOException, InterruptedException {
        if (!runs()) {
            throw new IOException(name() + ": the server has ended: " + lastError() + "; see " + log());
        }
    }

    private String lastError() throws IOException {
        List<String> lines = Files.readString(log()).lines().toList();
        return lines.stream()
                .filter(line -> line.contains("[ERROR]"))
                .reduce((earlier, later) -> later)
                .orElse(lines.isEmpty() ? "it printed nothing" : lines.getLast());
    }

    /** A clean shutdown, in which the node leaves the group; one that takes no clients is killed if it does not end soon. */
    void stop() throws IOException, InterruptedException {
        resume(); // a frozen process does not handle signals
        Optional<PidFileProcess> process = process();
        if (process.isEmpty()) {
            return;
        }
        Duration limit = state() == State.UP ? END_LIMIT : END_LIMIT_BUSY;
        long pid = process.get().pid();
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
        boolean ended = PollDeadline.in(limit).await(() -> ProcessState.of(pid).dead());
        if (!ended && limit.equals(END_LIMIT)) {
            throw new IOException(name() + ": the server (process " + pid + ") did not end within " + limit.toSeconds()
                    + " s of SIGTERM; see " + log());
        }
        kill(); // what is left: a copy to another node
    }

    /** Kills every process of the node, scripts that copy data included. */
    void kill() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isPresent()) {
            process.get().tree().kill();
        }
        if (Files.exists(data())) {
            new FolderProcesses(data()).kill();
        }
        unfreezeTimer().disarm();
    }

    void pause(Duration atMost) throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isEmpty()) {
            throw new IOException(name() + " is not running, so it cannot be paused");
        }
        unfreezeTimer().arm(pids(), atMost);
        process.get().tree().freeze();
        unfreezeTimer().arm(pids(), atMost); // again, for children born in between
    }

    void resume() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isPresent()) {
            process.get().tree().thaw();
        }
        unfreezeTimer().disarm();
    }

    /** Of all processes alive. */
    List<Long> pids() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        return process.isPresent() ? process.get().tree().pids() : List.of();
    }

    private UnfreezeTimer unfreezeTimer() {
        return new UnfreezeTimer(folder);
    }

    /** Runs a program of MariaDB's on the data, as the user that the server runs as. */
    void run(List<String> command, Duration limit) throws IOException, InterruptedException {
        new ExternalProgram(runAs.command(command), folder, limit).run().orThrow();
    }

    /** Has the server execute statements without network and without group, then end. */
    void execute(GaleraSettings settings, List<String> statements, Duration limit)
            throws IOException, InterruptedException {
        Path script = folder.resolve("statements.sql");
        FileTrees.write(script, String.join(";\n", statements) + ";\n", "rw-------");
        try {
            runAs.own(script);
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

    @Override
    public String toString() {
        return "node " + member.name(); // not the password
    }
}
