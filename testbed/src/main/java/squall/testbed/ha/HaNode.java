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
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.ProcessTree;
import squall.testbed.cluster.LocalNode;
import squall.testbed.cluster.NodePlace;
import squall.testbed.host.CpuAffinity;
import squall.testbed.host.Daemon;
import squall.testbed.host.LoopDisk;
import squall.testbed.postgres.PostgresBinaries;
import squall.testbed.postgres.Postmaster;

/** Node of the group: one server with its folder, its processes, its settings. */
record HaNode(GroupMember member, NodePlace place, PostgresBinaries binaries) implements LocalNode {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(30);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private static final int USUAL_WORK_KB = 4096;

    /** Major version since which the log that is kept for standbys has a size; before it was a number of segments of 16 MB. */
    private static final int KEEPS_BY_SIZE = 13;

    /** Timeouts by which a node notices a partition, in which the other side is silent. */
    private static final Map<String, String> PARTED = Map.of("wal_receiver_timeout", "5s", "wal_sender_timeout", "5s");

    Path folder() {
        return place.folder();
    }

    @Override
    public Path data() {
        return LoopDisk.root(folder()).resolve("data");
    }

    Path log() {
        return folder().resolve("server.log");
    }

    Path settings() {
        return folder().resolve("squall.conf");
    }

    Optional<Postmaster> postmaster() throws IOException, InterruptedException {
        return Postmaster.running(data());
    }

    MemberConnection sql() {
        return MemberConnection.of(member, place.password());
    }

    /** Returns no daemons: PostgreSQL's own program starts the server. */
    @Override
    public List<Daemon> daemons() {
        return List.of();
    }

    @Override
    public List<ProcessTree> processes() throws IOException, InterruptedException {
        return postmaster().stream()
                .map(server -> new ProcessTree(server.pid()))
                .toList();
    }

    @Override
    public boolean serves() {
        return MemberConnection.probing(member, place.password()).answers();
    }

    /** Starts the server; on return it accepts connections. This may include recovery from a crash. */
    void start() throws IOException, InterruptedException {
        place.awaitFree(name(), member.ports());
        writeSettings();
        if (!Files.exists(log())) {
            FileTrees.write(log(), "", "rw-------");
            place.runAs().own(log());
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

    /** Returns whether the file of a killed server whose process is not reaped yet is left; PostgreSQL refuses to start while it exists. */
    private boolean postmasterFileStands() {
        return Files.exists(data().resolve("postmaster.pid"));
    }

    /**
     * Stops the node. While it shuts down slowly, the supervisor may fence it. {@code pg_ctl} reports this as a failure, but the node has
     * ended either way.
     */
    @Override
    public void stop() throws IOException, InterruptedException {
        if (postmaster().isPresent()) {
            Finished stop = pgCtl(STOP_LIMIT, "--mode=fast", "stop");
            if (postmaster().isPresent()) {
                stop.orThrow();
            }
        }
        unfreezeTimer().disarm();
    }

    /** Returns the size of the running server. */
    Size size() throws IOException, InterruptedException {
        Postmaster running = postmaster()
                .orElseThrow(() -> new IOException(member.name() + " is not running, so its size is unknown"));
        String megabytes = MemberConnection.probing(member, place.password())
                .text("SELECT setting::bigint * 8 / 1024 FROM pg_settings WHERE name = 'shared_buffers'");
        return new Size(Integer.parseInt(megabytes), CpuAffinity.of(running.pid()));
    }

    /** Writes the settings, which postgresql.conf includes; clones copy both. */
    private void writeSettings() throws IOException {
        var all = new TreeMap<>(ReplicatedCluster.SETTINGS);
        all.put("work_mem", USUAL_WORK_KB + "kB");
        all.put("log_min_messages", "log");
        all.put("listen_addresses", member.host());
        all.put("port", Integer.toString(member.port()));
        all.put("cluster_name", member.name());
        place.namespaces().ifPresent(parted -> all.putAll(PARTED));
        Optional<LoopDisk> disk = LoopDisk.of(folder());
        if (disk.isPresent()) {
            all.putAll(logOn(disk.get()));
        }
        allotment().given().ifPresent(size -> all.putAll(memory(size)));
        if (!binaries.isSince(KEEPS_BY_SIZE)) {
            all.remove("wal_keep_size");
            all.put("wal_keep_segments", "32"); // 512 MB
        }
        String text = all.entrySet().stream()
                .map(setting -> setting.getKey() + " = '" + setting.getValue() + "'\n")
                .collect(Collectors.joining());
        FileTrees.write(settings(), text, "rw-r--r--");
    }

    /** Returns settings by which the log does not fill a small disk. */
    private static Map<String, String> logOn(LoopDisk disk) throws IOException {
        long megabytes = disk.bytes() >> 20;
        return Map.of(
                "max_wal_size",
                Math.min(1024, megabytes / 4) + "MB",
                "wal_keep_size",
                Math.min(512, megabytes / 8) + "MB");
    }

    /**
     * Computes the memory of sorts and hashes in proportion to the buffers. The number of connections stays: a standby must not allow fewer
     * than its primary does.
     */
    private static Map<String, String> memory(Size size) {
        return Map.of(
                "shared_buffers", size.memoryMb() + "MB",
                "work_mem", size.memoryMb() * USUAL_WORK_KB / ReplicatedCluster.USUAL_BUFFERS_MB + "kB");
    }

    private Finished pgCtl(Duration limit, String... arguments) throws IOException, InterruptedException {
        var common = List.of("--pgdata=" + data(), "--wait", "--timeout=" + limit.toSeconds());
        var command = pinned(binaries.pgCtl(
                Stream.concat(common.stream(), Stream.of(arguments)).toList()));
        var placed = place.command(name(), command);
        return new ExternalProgram(placed, folder(), limit.plusSeconds(10)).run();
    }

    /**
     * Restricts a command to processors. Names are numbered, and so are the hashes of such short names: nodes start on different
     * processors.
     */
    private List<String> pinned(List<String> command) throws IOException {
        Optional<Size> given = allotment().given();
        return given.isPresent()
                ? CpuAffinity.command(given.get().wholeCpus(), member.name().hashCode(), command)
                : command;
    }
}
