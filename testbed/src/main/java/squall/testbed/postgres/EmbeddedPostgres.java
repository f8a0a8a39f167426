package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.ClusterLog;
import squall.spi.StoredFiles;
import squall.spi.Target;
import squall.system.FolderLock;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.ProcessState;
import squall.system.process.ProcessTree;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.PowerCutCluster;
import squall.testbed.host.FolderProcesses;
import squall.testbed.host.LoopDisk;
import squall.testbed.host.MachineSize;
import squall.testbed.host.RunAs;
import squall.testbed.host.SizedNodes.Demand;
import squall.testbed.host.UnfreezeTimer;
import squall.testbed.postgres.PostgresInstance.Note;
import squall.testbed.postgres.PostgresLauncher.PostgresTuning;

/**
 * Embedded PostgreSQL server on this machine, created, started and stopped only by Squall; as a cluster of one node, faults can be injected
 * into it.
 *
 * <p>The server outlives the JVM that started it and must be stopped explicitly. Every method may be called from any thread and any
 * process; methods that start, stop or remove exclude each other by a file lock.
 */
public final class EmbeddedPostgres
        implements PowerCutCluster, Cluster.Restarts, Cluster.Pauses, Cluster.Local, StoredFiles, ClusterLog {
    /** Name of the server that commands use by default. */
    public static final String DEFAULT_NAME = "postgres";

    private static final String NODE = "n1";

    /** Memory that the smallest settings take, with room for connections. */
    private static final int LEAST_MEMORY_MB = 256;

    private static final Duration LOCK_LIMIT = Duration.ofMinutes(5);
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration GONE_LIMIT = Duration.ofSeconds(30);

    private final StateFolder state;
    private final PostgresInstance instance;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name does not consist of small letters, digits and hyphens */
    public EmbeddedPostgres(StateFolder state, String name) throws IOException {
        this.state = state;
        this.instance = PostgresInstance.named(state, name);
        this.lock = new FolderLock(instance.lockFile(), LOCK_LIMIT);
    }

    /**
     * Starts the server, after creating it if it does not exist; returns the running one.
     *
     * @throws IOException if it cannot run here; the message names the remedies
     */
    public Up up() throws IOException, InterruptedException {
        return up(PostgresShape.unchanged());
    }

    /**
     * Starts the server as {@link #up()} does, with this number of folders for data; each is a tablespace, named like the folder:
     * {@code data1}, {@code data2}.
     *
     * @param dataFolders 1: none but the server's own; 0: as it was created
     * @throws IllegalArgumentException if it was created with another number
     */
    public Up up(int dataFolders) throws IOException, InterruptedException {
        return up(PostgresShape.spread(dataFolders));
    }

    /** Starts the server as {@link #up()} does, in this shape. @throws IllegalArgumentException if it was made in another, or runs with other settings */
    public Up up(PostgresShape shape) throws IOException, InterruptedException {
        return lock.hold(() -> {
            boolean made = instance.note().isPresent();
            boolean running = made && runs();
            if (!made && shape.disk().isPresent()) {
                LoopDisk.require(shape.disk().get()); // before anything is downloaded for it
            }
            instance.sizes().choose(shape.size(), new Demand(made, running, 1, LEAST_MEMORY_MB));
            return instance.sizes().starting(() -> bring(shape));
        });
    }

    /** Returns whether the server was ever made. */
    boolean exists() throws IOException {
        return instance.note().isPresent();
    }

    /** Returns the server as it was made, running or not; it is not asked. @throws NoSuchClusterException if there is none */
    @Override
    public Target target() throws IOException {
        return target(instance.required(), Map.of());
    }

    /** Returns the node at this port. */
    static Node node(int port) {
        return new Node(NODE, ClusterNote.Member.HOST, port, "zone1", ClusterNote.Member.REGION);
    }

    /** {@inheritDoc} Its port is the one that the server has, or had when it was last started. */
    @Override
    public List<Node> nodes() throws IOException {
        return List.of(node(instance.required().port()));
    }

    private void requireOwn(Node node) throws IOException {
        node(node.name()); // refuses others
    }

    @Override
    public Optional<String> unavailable(Class<?> capability) throws IOException {
        return capability == PowerCuts.class ? withoutDisks() : PowerCutCluster.super.unavailable(capability);
    }

    /** Returns the disk of the server's own, if it has one. */
    Optional<LoopDisk> disk() {
        return LoopDisk.of(instance.folder());
    }

    @Override
    public Optional<LoopDisk> disk(Node node) throws IOException {
        requireOwn(node);
        return disk();
    }

    @Override
    public Path data(Node node) throws IOException {
        requireOwn(node);
        return instance.data();
    }

    private PostgresServer server() throws IOException {
        return server(instance.required().port());
    }

    private PostgresServer server(int port) throws IOException {
        return new PostgresServer(port, new PasswordFile(instance.passwords()).read());
    }

    private List<Path> logs() {
        return List.of(instance.previousLog(), instance.log());
    }

    /** {@inheritDoc} Its log is kept for the present start and the one before. */
    @Override
    public List<LogEvent> events(Instant from, Instant to) throws IOException {
        return new PostgresLogEvents(NODE, logs()).between(from, to);
    }

    /** {@inheritDoc} Nothing starts a server that was killed. */
    @Override
    public String detection() {
        return "";
    }

    @Override
    public List<FileKind> fileKinds() {
        return PostgresFiles.KINDS;
    }

    @Override
    public DataFiles files(Node node) throws IOException {
        requireOwn(node);
        return new PostgresFiles(instance.data(), instance.keptCopies(), logs(), new PostgresFiles.AskedServer() {
            @Override
            public List<String> rows(String query) throws IOException {
                return server().rows(query);
            }

            @Override
            public void checkpoint() throws IOException {
                server().checkpoint();
            }

            @Override
            public boolean up() throws IOException, InterruptedException {
                return state() == State.UP;
            }
        });
    }

    /** {@inheritDoc} Processes whose parent is dead already are killed too. */
    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        requireOwn(node);
        Optional<ProcessTree> running = running();
        if (running.isPresent()) {
            running.get().kill();
        }
        if (Files.exists(instance.data())) {
            new FolderProcesses(instance.data()).kill();
        }
    }

    /** {@inheritDoc} Its disk stays mounted. */
    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        requireOwn(node);
        lock.hold(() -> stop("fast"));
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        requireOwn(node);
        up();
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        requireOwn(node);
        unfreezeTimer().freeze(List.of(tree()), atMost);
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        requireOwn(node);
        unfreezeTimer().thaw(running().stream().toList());
    }

    private UnfreezeTimer unfreezeTimer() {
        return new UnfreezeTimer(instance.folder());
    }

    @Override
    public List<Long> pids(Node node) throws IOException, InterruptedException {
        requireOwn(node);
        Optional<ProcessTree> running = running();
        return running.isPresent() ? running.get().pids() : List.of();
    }

    /** Returns whether its process exists. */
    public boolean runs() throws IOException, InterruptedException {
        return running().isPresent();
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        requireOwn(node);
        return state();
    }

    /** Returns the state of the server as clients see it. */
    private State state() throws IOException, InterruptedException {
        Optional<Postmaster> running = Postmaster.running(instance.data());
        if (running.isEmpty()) {
            return State.DOWN;
        }
        if (ProcessState.of(running.get().pid()) == ProcessState.STOPPED) {
            return State.PAUSED;
        }
        return server().ask(instance.data()) instanceof PostgresServer.Answer.Ready ? State.UP : State.BUSY;
    }

    /** Shuts the server down cleanly, ending sessions; returns whether one was running. */
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> {
            boolean stopped = stop("fast");
            instance.unmountDisks();
            return stopped;
        });
    }

    /** Stops the server at once, as if it had crashed, so that its next start recovers; returns as {@link #down}. */
    public boolean stopImmediate() throws IOException, InterruptedException {
        return lock.hold(() -> stop("immediate"));
    }

    /** Shuts the server down cleanly and starts it again, while holding the lock once. */
    public Up restart() throws IOException, InterruptedException {
        return lock.hold(() -> {
            stop("fast");
            return bring(PostgresShape.unchanged());
        });
    }

    /**
     * Stops the server and removes its data, password and logs permanently; returns whether there was anything.
     *
     * @throws IOException if the folder contains files that Squall did not create; then nothing was removed
     */
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(this::remove);
    }

    /** Returns the current state of the server; does not wait for the lock. */
    public PostgresStatus status() throws IOException, InterruptedException {
        Optional<Note> note = instance.note();
        if (note.isEmpty()) {
            return new PostgresStatus.NeverMade();
        }
        String version = note.get().version();
        return Postmaster.running(instance.data())
                .<PostgresStatus>map(server -> new PostgresStatus.Running(
                        version, instance.data(), server.pid(), server.port(), server.since()))
                .orElseGet(() -> new PostgresStatus.Stopped(version, instance.data()));
    }

    /** Returns the server's processes, for fault injection. @throws IOException if it is not running */
    public ProcessTree tree() throws IOException, InterruptedException {
        return running().orElseThrow(() -> new IOException("the server of " + instance.data() + " is not running"));
    }

    private Optional<ProcessTree> running() throws IOException, InterruptedException {
        return Postmaster.running(instance.data()).map(server -> new ProcessTree(server.pid()));
    }

    /** Returns the size of the server as reports state it, read back from the kernel; empty if it shares the machine. */
    public SequencedMap<String, String> size() throws IOException {
        return instance.sizes().properties(List.of(PostgresInstance.NODE));
    }

    /** Returns the log of the server since its last start. */
    public Path log() {
        return instance.log();
    }

    /** Returns the password file in the format of libpq's {@code PGPASSFILE}; readable by its owner only. */
    public Path passwordFile() {
        return instance.passwords();
    }

    private Note noteFor(PostgresBinaries binaries, PostgresShape shape) throws IOException, InterruptedException {
        boolean root = StateFolder.root();
        Optional<Note> found = instance.note();
        if (found.isEmpty()) {
            return new PostgresMaker(binaries, RunAs.choose(root, binaries::makingComplaint), shape).make(instance);
        }
        Note note = found.get();
        shape.requireFits(instance, note);
        if (!note.runAs().suits(root)) {
            throw unusable("was created with '" + note.runAs().word() + "', which " + (root ? "root" : "only root")
                    + (root ? " cannot use" : " can use"));
        }
        if (!note.major().equals(binaries.major())) {
            throw unusable("was created by PostgreSQL " + note.version() + ", but the installed version is "
                    + binaries.version());
        }
        return note;
    }

    private IOException unusable(String why) {
        return new IOException(
                instance.data() + " " + why + ". Use the user or version that created it, choose another --name or"
                        + " SQUALL_HOME, or remove it with 'testbed reset postgres'");
    }

    private Up bring(PostgresShape shape) throws IOException, InterruptedException {
        boolean fresh = instance.note().isEmpty();
        Optional<LoopDisk> known = disk();
        if (known.isPresent()) {
            known.get().attach();
        }
        var binaries = PostgresBinaries.in(state);
        Note found = noteFor(binaries, shape);
        Note note = found.with(shape.durability());
        Optional<Postmaster> running = awake();
        if (running.isPresent()) {
            if (!shape.asDurableAs(found)) {
                throw new IllegalArgumentException(instance.folder() + " runs with other settings than "
                        + shape.durability() + "; stop it first with 'testbed down postgres'");
            }
            return ready(found, running.get().port(), 0);
        }
        requireStartable(note, binaries);
        var tuning = PostgresTuning.forMachine(instance.sizes().within(MachineSize.here()))
                .with(note.durability(), note.disk());
        var started = new PostgresLauncher(instance, note, binaries).start(tuning);
        Up up = ready(note, started.port(), started.attempts());
        Optional<LoopDisk> disk = disk();
        if (fresh && disk.isPresent()) {
            disk.get().sync(); // what was made before a client could use it is there, whatever the server waits for
        }
        return up;
    }

    private void requireStartable(Note note, PostgresBinaries binaries) throws IOException, InterruptedException {
        Optional<String> problem = binaries.problem(note.runAs());
        if (problem.isPresent()) {
            throw unusable("was made with '" + note.runAs().word() + "', which now fails: " + problem.get());
        }
    }

    /** Finds the running server, if any. @throws IOException if it was stopped by a signal and would never respond */
    private Optional<Postmaster> awake() throws IOException, InterruptedException {
        Optional<Postmaster> running = Postmaster.running(instance.data());
        if (running.isPresent() && ProcessState.of(running.get().pid()) == ProcessState.STOPPED) {
            throw new IOException("the server of " + instance.data() + " is frozen (SIGSTOP); resume process "
                    + running.get().pid() + " and its children with 'kill -CONT'");
        }
        return running;
    }

    private Up ready(Note note, int port, int attempts) throws IOException, InterruptedException {
        PostgresServer server = server(port);
        AtomicReference<Map<String, String>> settings = new AtomicReference<>(Map.of());
        AtomicReference<String> reason = new AtomicReference<>("");
        if (!PollDeadline.in(READY_LIMIT).await(() -> isReady(server, settings::set, reason::set))) {
            throw new IOException("the server at " + server.url() + " did not accept a statement within "
                    + READY_LIMIT.toSeconds() + " s (" + reason.get() + "); see " + instance.log());
        }
        server.ensureTablespaces(instance.dataFolders());
        return new Up(target(note.withPort(port), settings.get()), settings.get(), attempts);
    }

    /** @param reason receives why it is not */
    private boolean isReady(PostgresServer server, Consumer<Map<String, String>> settings, Consumer<String> reason)
            throws IOException, InterruptedException {
        return switch (server.ask(instance.data())) {
            case PostgresServer.Answer.Ready ready -> {
                settings.accept(ready.settings());
                yield true;
            }
            case PostgresServer.Answer.Other other ->
                throw new IOException("port " + server.port() + " belongs to " + other.who() + ", not to "
                        + instance.data() + "; stop one of them");
            case PostgresServer.Answer.NotYet notYet -> {
                if (Postmaster.running(instance.data()).isEmpty()) {
                    throw new IOException("the server of " + instance.data() + " exited before it was ready ("
                            + notYet.reason() + "); see " + instance.log());
                }
                reason.accept(notYet.reason());
                yield false;
            }
        };
    }

    private Target target(Note note, Map<String, String> settings) throws IOException {
        PostgresServer server = server(note.port());
        var properties = new TreeMap<>(settings);
        properties.put("data_directory", instance.data().toString());
        if (!instance.dataFolders().isEmpty()) {
            properties.put("data_dirs", Integer.toString(instance.dataFolders().size()));
        }
        properties.put("log", instance.log().toString());
        properties.putAll(size());
        properties.put("run_as", note.runAs().word());
        note.disk().ifPresent(disk -> properties.put("disks", "a disk of its own: " + disk.text()));
        return new Target("postgres", server.url(), PasswordFile.USER, server.password(), properties);
    }

    private boolean stop(String mode) throws IOException, InterruptedException {
        Optional<Postmaster> running = awake();
        if (running.isEmpty()) {
            instance.sizes().removeAll();
            return false;
        }
        Note note = instance.note().orElseThrow();
        new PostgresLauncher(instance, note, PostgresBinaries.in(state)).stop(mode);
        int port = running.get().port();
        if (!PollDeadline.in(GONE_LIMIT)
                .await(() -> Postmaster.running(instance.data()).isEmpty() && LoopbackPorts.isFree(port))) {
            throw new IOException("127.0.0.1:" + port + " is still in use after process "
                    + running.get().pid() + " was stopped");
        }
        instance.sizes().removeAll();
        return true;
    }

    private boolean remove() throws IOException, InterruptedException {
        Optional<Note> note = instance.note();
        if (note.isEmpty()) {
            instance.removeRemains();
            return false;
        }
        instance.requireOwn(note.get());
        stop("fast");
        instance.sizes().forget();
        instance.unmountDisks();
        instance.delete();
        instance.ports().release();
        return true;
    }

    /**
     * Server that accepts statements.
     *
     * @param settings as the server itself shows them; they are among the target's properties too
     * @param startAttempts 0 if it ran already, 1 if it was started at once, more if recovery from a crash delayed it
     */
    public record Up(Target target, Map<String, String> settings, int startAttempts) {
        public Up {
            settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        }

        public boolean started() {
            return startAttempts > 0;
        }
    }

    /** State of an embedded server. */
    public sealed interface PostgresStatus {
        /** Server that was never created under this name. */
        record NeverMade() implements PostgresStatus {}

        /** Stopped server with data. @param version of PostgreSQL that created the data */
        record Stopped(String version, Path data) implements PostgresStatus {}

        /** Running server. @param version of PostgreSQL that created the data */
        record Running(String version, Path data, long pid, int port, Instant since) implements PostgresStatus {}
    }
}
