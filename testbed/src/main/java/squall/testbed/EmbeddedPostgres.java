package squall.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.FolderLock;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.ProcessState;
import squall.system.process.ProcessTree;
import squall.testbed.PostgresInstance.Note;
import squall.testbed.PostgresLauncher.PostgresTuning;
import squall.testbed.host.MachineSize;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.PasswordFile;
import squall.testbed.postgres.PostgresBinaries;
import squall.testbed.postgres.Postmaster;

/**
 * One PostgreSQL server on this machine, created, started and stopped only by Squall.
 *
 * <p>The server outlives the JVM that started it and must be stopped explicitly. Every method may be called from any thread and any
 * process; methods that start, stop or remove exclude each other by a file lock.
 */
public final class EmbeddedPostgres {
    /** The name of the server that commands use when none is given. */
    public static final String DEFAULT_NAME = "postgres";

    static final String DATA_DIRS = "data-dirs";

    private static final int UNCHANGED = 0;
    private static final Duration LOCK_LIMIT = Duration.ofMinutes(5);
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration GONE_LIMIT = Duration.ofSeconds(30);

    private final StateFolder state;
    private final PostgresInstance instance;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public EmbeddedPostgres(StateFolder state, String name) throws IOException {
        this.state = state;
        this.instance = PostgresInstance.named(state, name);
        this.lock = new FolderLock(instance.lockFile(), LOCK_LIMIT);
    }

    /**
     * The running server, made and started where that was still to do.
     *
     * @throws IOException if it cannot run here; the message names the remedies
     */
    public Up up() throws IOException, InterruptedException {
        return up(UNCHANGED);
    }

    /**
     * As {@link #up()}, with that many folders for data; each is a tablespace, named like the folder: {@code data1}, {@code data2}.
     *
     * @param dataFolders 1: none but the server's own; 0: as it was made
     * @throws IllegalArgumentException if it was made with another number
     */
    public Up up(int dataFolders) throws IOException, InterruptedException {
        return lock.hold(() -> bring(dataFolders));
    }

    /** How many folders for data are asked for by options; {@link #up(int)} takes it. */
    static int dataFolders(Options options) {
        return options.all().containsKey(DATA_DIRS)
                ? options.number(DATA_DIRS, 1, 1, PostgresInstance.MOST_DATA_FOLDERS)
                : UNCHANGED;
    }

    /** Shuts the server down cleanly, ending sessions; returns whether one was running. */
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> stop("fast"));
    }

    /** Stops the server at once, as if it had crashed, so that its next start recovers; answers as {@link #down}. */
    public boolean stopImmediate() throws IOException, InterruptedException {
        return lock.hold(() -> stop("immediate"));
    }

    /** Shuts the server down cleanly and starts it again, while holding the lock once. */
    public Up restart() throws IOException, InterruptedException {
        return lock.hold(() -> {
            stop("fast");
            return bring(UNCHANGED);
        });
    }

    /**
     * Stops the server and removes its data, password and logs for good; answers whether there was anything.
     *
     * @throws IOException if the folder holds what Squall did not put there; then nothing was removed
     */
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(this::remove);
    }

    /** The current state of the server; does not wait for the lock. */
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

    /** The server's processes, for fault injection. @throws IOException if it is not running */
    public ProcessTree tree() throws IOException, InterruptedException {
        return Postmaster.running(instance.data())
                .map(server -> new ProcessTree(server.pid()))
                .orElseThrow(() -> new IOException("the server of " + instance.data() + " is not running"));
    }

    /** What the server has logged since its last start. */
    public Path log() {
        return instance.log();
    }

    /** The password, as libpq's {@code PGPASSFILE} wants it; readable by its owner only. */
    public Path passwordFile() {
        return instance.passwords();
    }

    private Note noteFor(PostgresBinaries binaries, int dataFolders) throws IOException, InterruptedException {
        boolean root = StateFolder.root();
        Optional<Note> found = instance.note();
        if (found.isEmpty()) {
            return new PostgresMaker(binaries, RunAs.choose(root, binaries::makingComplaint), dataFolders)
                    .make(instance);
        }
        int made = Math.max(1, instance.dataFolders().size());
        if (dataFolders != UNCHANGED && dataFolders != made) {
            throw new IllegalArgumentException(instance.folder() + " was made with " + DATA_DIRS + "=" + made + ", not "
                    + dataFolders + ": omit " + DATA_DIRS
                    + ", choose another --name, or remove it with 'testbed reset postgres'");
        }
        Note note = found.get();
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

    private Up bring(int dataFolders) throws IOException, InterruptedException {
        var binaries = PostgresBinaries.in(state);
        Note note = noteFor(binaries, dataFolders);
        Optional<Postmaster> running = awake();
        if (running.isPresent()) {
            return ready(note, running.get().port(), 0);
        }
        requireStartable(note, binaries);
        var started =
                new PostgresLauncher(instance, note, binaries).start(PostgresTuning.forMachine(MachineSize.here()));
        return ready(note, started.port(), started.attempts());
    }

    private void requireStartable(Note note, PostgresBinaries binaries) throws IOException, InterruptedException {
        Optional<String> complaint = binaries.complaint(note.runAs());
        if (complaint.isPresent()) {
            throw unusable("was made with '" + note.runAs().word() + "', which now fails: " + complaint.get());
        }
    }

    /** The running server, if any. @throws IOException if it was stopped by a signal and would never respond */
    private Optional<Postmaster> awake() throws IOException, InterruptedException {
        Optional<Postmaster> running = Postmaster.running(instance.data());
        if (running.isPresent() && ProcessState.of(running.get().pid()) == ProcessState.STOPPED) {
            throw new IOException("the server of " + instance.data() + " is frozen (SIGSTOP); resume process "
                    + running.get().pid() + " and its children with 'kill -CONT'");
        }
        return running;
    }

    private Up ready(Note note, int port, int attempts) throws IOException, InterruptedException {
        var server = new PostgresServer(port, new PasswordFile(instance.passwords()).read());
        AtomicReference<Map<String, String>> settings = new AtomicReference<>(Map.of());
        if (!PollDeadline.in(READY_LIMIT).await(() -> isReady(server, settings::set))) {
            throw new IOException("the server at " + server.url() + " did not accept a statement within "
                    + READY_LIMIT.toSeconds() + " s; see " + instance.log());
        }
        server.ensureTablespaces(instance.dataFolders());
        return new Up(target(note, server, settings.get()), settings.get(), attempts);
    }

    private boolean isReady(PostgresServer server, Consumer<Map<String, String>> settings)
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
                yield false;
            }
        };
    }

    private Target target(Note note, PostgresServer server, Map<String, String> settings) {
        var properties = new TreeMap<>(settings);
        properties.put("data_directory", instance.data().toString());
        if (!instance.dataFolders().isEmpty()) {
            properties.put("data_dirs", Integer.toString(instance.dataFolders().size()));
        }
        properties.put("log", instance.log().toString());
        properties.put("run_as", note.runAs().word());
        return new Target("postgres", server.url(), PasswordFile.USER, server.password(), properties);
    }

    private boolean stop(String mode) throws IOException, InterruptedException {
        Optional<Postmaster> running = awake();
        if (running.isEmpty()) {
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
        return true;
    }

    private boolean remove() throws IOException, InterruptedException {
        FileTrees.delete(instance.leaving().folder()); // of a reset that did not come to its end
        if (instance.note().isEmpty()) {
            return false;
        }
        List<Path> foreign = instance.foreign();
        if (!foreign.isEmpty()) {
            throw new IOException(
                    "nothing was removed: " + foreign + " was not created by Squall; move it elsewhere first");
        }
        stop("fast");
        Files.move(instance.folder(), instance.leaving().folder(), StandardCopyOption.ATOMIC_MOVE);
        FileTrees.delete(instance.leaving().folder());
        return true;
    }

    /**
     * A server that takes statements.
     *
     * @param settings as the server itself shows them; they are among the target's properties too
     * @param startAttempts 0 if it ran already, 1 if it was started at once, more if a crash had to be waited out
     */
    public record Up(Target target, Map<String, String> settings, int startAttempts) {
        public Up {
            settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        }

        public boolean started() {
            return startAttempts > 0;
        }
    }

    /** How an embedded server is found. */
    public sealed interface PostgresStatus {
        /** Nothing has been made under this name. */
        record NeverMade() implements PostgresStatus {}

        /** There is data, but no server. @param version of PostgreSQL that made the data */
        record Stopped(String version, Path data) implements PostgresStatus {}

        /** The server runs. @param version of PostgreSQL that made the data */
        record Running(String version, Path data, long pid, int port, Instant since) implements PostgresStatus {}
    }
}
