package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.ProcessState;
import squall.system.process.ProcessTree;
import squall.testbed.host.CpuAffinity;
import squall.testbed.host.FolderProcesses;
import squall.testbed.host.ResourceAllotment;
import squall.testbed.host.RunAs;
import squall.testbed.host.UnfreezeTimer;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.postgres.PostgresBinaries;
import squall.testbed.postgres.Postmaster;

/**
 * One server of the group: its folder, its processes, its settings.
 *
 * @param namespaces if it has its own network namespace
 */
record HaNode(
        GroupMember member,
        Path folder,
        PostgresBinaries binaries,
        RunAs runAs,
        Optional<NetworkNamespaces> namespaces) {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(30);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private static final int USUAL_BUFFERS_MB = 128;
    private static final int USUAL_WORK_KB = 4096;

    /** One set for all nodes, as each may become primary; a standby must not have less of some than its primary. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("unix_socket_directories", ""),
            Map.entry("fsync", "on"),
            Map.entry("full_page_writes", "on"),
            Map.entry("synchronous_commit", "on"),
            Map.entry("shared_buffers", USUAL_BUFFERS_MB + "MB"),
            Map.entry("work_mem", USUAL_WORK_KB + "kB"),
            Map.entry("max_connections", "300"),
            Map.entry("hot_standby", "on"),
            Map.entry("wal_level", "logical"), // what a changefeed wants, and all that a standby does
            Map.entry("max_wal_senders", "10"),
            Map.entry("wal_keep_size", "512MB"),
            Map.entry("wal_retrieve_retry_interval", "500ms"), // how often a standby tries to reach its new primary
            Map.entry("log_min_messages", "log"),
            Map.entry("timezone", "UTC"),
            Map.entry("log_timezone", "UTC"));

    /** Where a network can part nodes, that is noticed by its silence. */
    private static final Map<String, String> PARTED = Map.of("wal_receiver_timeout", "5s", "wal_sender_timeout", "5s");

    Path data() {
        return folder.resolve("data");
    }

    Path log() {
        return folder.resolve("server.log");
    }

    Path settings() {
        return folder.resolve("squall.conf");
    }

    Optional<Postmaster> postmaster() throws IOException, InterruptedException {
        return Postmaster.running(data());
    }

    State state(String password) throws IOException, InterruptedException {
        Optional<Postmaster> server = postmaster();
        if (server.isEmpty()) {
            return State.DOWN;
        }
        if (ProcessState.of(server.get().pid()) == ProcessState.STOPPED) {
            return State.PAUSED;
        }
        return answers(password) ? State.UP : State.BUSY;
    }

    private boolean answers(String password) {
        try {
            return MemberConnection.probing(member, password).text("SELECT 1").equals("1");
        } catch (IOException e) {
            return false; // starting, stopping, or just gone: all of them no answer
        }
    }

    /** Starts the server; on return it takes connections. A crash just before may have to be waited out. */
    void start() throws IOException, InterruptedException {
        if (namespaces.isEmpty()) { // in its own namespace no other process can listen
            member.address().awaitFree(member.name());
        }
        writeSettings();
        if (!Files.exists(log())) {
            FileTrees.write(log(), "", "rw-------");
            runAs.own(log());
        }
        var deadline = PollDeadline.in(RETRY_LIMIT);
        Finished start = pgCtl(START_LIMIT, "--log=" + log(), "start");
        while (!start.ok() && !deadline.passed() && postmasterFileStands()) {
            start = pgCtl(START_LIMIT, "--log=" + log(), "start");
        }
        if (!start.ok()) {
            throw new IOException(member.name() + " did not start: " + start.text() + "; see " + log());
        }
    }

    /** Left by a killed server whose process is not reaped yet; PostgreSQL refuses to start while it exists. */
    private boolean postmasterFileStands() {
        return Files.exists(data().resolve("postmaster.pid"));
    }

    /**
     * While a node shuts down slowly, the supervisor may fence it. {@code pg_ctl} reports this as a failure, but the node has ended
     * either way.
     */
    void stop() throws IOException, InterruptedException {
        if (postmaster().isPresent()) {
            Finished stop = pgCtl(STOP_LIMIT, "--mode=fast", "stop");
            if (postmaster().isPresent()) {
                stop.orThrow();
            }
        }
        unfreezeTimer().disarm();
    }

    /** Kills every process of the server, those too whose postmaster is dead already; on return none can write. */
    void kill() throws IOException, InterruptedException {
        Optional<Postmaster> server = postmaster();
        if (server.isPresent()) {
            new ProcessTree(server.get().pid()).kill();
        }
        if (Files.exists(data())) {
            new FolderProcesses(data()).kill();
        }
        unfreezeTimer().disarm();
    }

    void pause(Duration atMost) throws IOException, InterruptedException {
        ProcessTree tree = postmaster()
                .map(server -> new ProcessTree(server.pid()))
                .orElseThrow(() -> new IOException(member.name() + " is not running, so it cannot be paused"));
        unfreezeTimer().arm(tree.pids(), atMost);
        unfreezeTimer().arm(tree.freeze(), atMost); // again, for children born in between
    }

    void resume() throws IOException, InterruptedException {
        Optional<Postmaster> server = postmaster();
        if (server.isPresent()) {
            new ProcessTree(server.get().pid()).thaw();
        }
        unfreezeTimer().disarm();
    }

    private UnfreezeTimer unfreezeTimer() {
        return new UnfreezeTimer(folder);
    }

    ResourceAllotment allotment() {
        return new ResourceAllotment(folder);
    }

    /** What the running server has. */
    Size size(String password) throws IOException, InterruptedException {
        Postmaster running = postmaster()
                .orElseThrow(() -> new IOException(member.name() + " is not running, so its size is unknown"));
        String megabytes = MemberConnection.probing(member, password)
                .text("SELECT setting::bigint * 8 / 1024 FROM pg_settings WHERE name = 'shared_buffers'");
        return new Size(Integer.parseInt(megabytes), CpuAffinity.of(running.pid()));
    }

    /** Included by postgresql.conf, which clones carry along. */
    private void writeSettings() throws IOException {
        var all = new TreeMap<>(SETTINGS);
        all.put("listen_addresses", member.host());
        all.put("port", Integer.toString(member.port()));
        all.put("cluster_name", member.name());
        namespaces.ifPresent(parted -> all.putAll(PARTED));
        allotment().given().ifPresent(size -> all.putAll(memory(size)));
        String text = all.entrySet().stream()
                .map(setting -> setting.getKey() + " = '" + setting.getValue() + "'\n")
                .collect(Collectors.joining());
        FileTrees.write(settings(), text, "rw-r--r--");
    }

    /**
     * Of sorts and hashes in proportion to the buffers. Not how many may connect: a standby must not allow fewer than its primary does.
     */
    private static Map<String, String> memory(Size size) {
        return Map.of(
                "shared_buffers", size.memoryMb() + "MB",
                "work_mem", size.memoryMb() * USUAL_WORK_KB / USUAL_BUFFERS_MB + "kB");
    }

    private Finished pgCtl(Duration limit, String... arguments) throws IOException, InterruptedException {
        var common = List.of("--pgdata=" + data(), "--wait", "--timeout=" + limit.toSeconds());
        var command = pinned(binaries.pgCtl(
                Stream.concat(common.stream(), Stream.of(arguments)).toList()));
        var owned = runAs.command(command);
        var placed = namespaces.isPresent() ? namespaces.get().at(member.name(), owned) : owned;
        return new ExternalProgram(placed, folder, limit.plusSeconds(10)).run();
    }

    /** Names are numbered, and so are the hashes of such short names: nodes start on different processors. */
    private List<String> pinned(List<String> command) throws IOException {
        Optional<Size> given = allotment().given();
        return given.isPresent()
                ? CpuAffinity.command(given.get().cpus(), member.name().hashCode(), command)
                : command;
    }
}
