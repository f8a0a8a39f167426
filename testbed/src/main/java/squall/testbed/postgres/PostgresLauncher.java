package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.testbed.host.DiskShape;
import squall.testbed.host.MachineSize;
import squall.testbed.host.PortReservations;
import squall.testbed.postgres.PostgresInstance.Note;

/** Launcher of one instance's server through {@code pg_ctl}, so that it outlives this JVM. */
record PostgresLauncher(PostgresInstance instance, Note note, PostgresBinaries binaries) {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresLauncher.class);
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(30);
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(10);
    private static final Duration STOP_LIMIT = Duration.ofMinutes(3);
    private static final long LONGEST_PAUSE_MS = 2_000;

    /** Messages that PostgreSQL 17 logs when it could start a moment later, or on another port. */
    private static final List<String> PASSING = List.of(
            "lock file \"postmaster.pid\" already exists", // the server was killed, but its process is not reaped yet
            "is still in use", // the shared memory of a killed server's last children
            "could not create any TCP/IP sockets"); // another process took the port after we checked it

    /** Starts the server, repeatedly if a crash before it makes that necessary. */
    Started start(PostgresTuning tuning) throws IOException, InterruptedException {
        newLog();
        var deadline = PollDeadline.in(RETRY_LIMIT);
        for (int attempt = 1; ; attempt++) {
            int port = LoopbackPorts.reserve(PortReservations.of(instance.folder()), note.port());
            prepare(tuning, port);
            long logged = Files.size(instance.log());
            Finished start = pgCtl(RECOVERY_LIMIT, "--log=" + instance.log(), "start");
            if (start.ok()) {
                return new Started(port, attempt);
            }
            String said = FileTrees.printed(instance.log(), logged);
            if (deadline.passed() || PASSING.stream().noneMatch(said::contains)) {
                throw new IOException("PostgreSQL did not start (attempt " + attempt + ", log " + instance.log() + "): "
                        + (said.isBlank() ? start.text() : said.strip()));
            }
            LOG.info("{}: start {} failed, trying again: {}", instance.folder(), attempt, said.strip());
            Thread.sleep(Math.min(LONGEST_PAUSE_MS, 100L << Math.min(attempt, 5)));
        }
    }

    /** @param mode as pg_ctl names it: smart, fast, immediate */
    void stop(String mode) throws IOException, InterruptedException {
        pgCtl(STOP_LIMIT, "--mode=" + mode, "stop").orThrow();
    }

    private Finished pgCtl(Duration limit, String... arguments) throws IOException, InterruptedException {
        var common = Stream.of("--pgdata=" + instance.data(), "--wait", "--timeout=" + limit.toSeconds());
        var command = binaries.pgCtl(Stream.concat(common, Stream.of(arguments)).toList());
        var sized = instance.sizes().command(PostgresInstance.NODE, note.runAs().command(command));
        return new ExternalProgram(sized, instance.folder(), limit.plusSeconds(10)).run();
    }

    private void prepare(PostgresTuning tuning, int port) throws IOException {
        instance.write(note.withPort(port));
        var text = new StringBuilder(
                "port = " + port + "\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n");
        tuning.settings()
                .forEach((name, value) ->
                        text.append(name).append(" = '").append(value).append("'\n"));
        FileTrees.write(instance.settings(), text.toString(), "rw-r--r--");
    }

    /** Begins a new log at each start, and keeps the previous one, which explains why a server died; so the log does not grow forever. */
    private void newLog() throws IOException {
        Path log = instance.log();
        if (Files.exists(log)) {
            Files.move(log, instance.previousLog(), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.createFile(log, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        note.runAs().own(log);
    }

    /** Server that has just been started. @param attempts 1 if the first start succeeded */
    record Started(int port, int attempts) {}

    /**
     * Settings with which an embedded server is started: always durable, sized to the machine it shares with its client.
     *
     * <p>All other settings keep PostgreSQL's defaults.
     */
    record PostgresTuning(SequencedMap<String, String> settings) {
        private static final long MB = 1L << 20;

        public PostgresTuning {
            settings = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(settings));
        }

        /**
         * Chooses settings with which loads of some gigabytes fit and the client keeps memory:
         *
         * <ul>
         *   <li>{@code shared_buffers} a quarter of the memory, 128 MB to 8 GB (PostgreSQL's own advice);
         *       {@code effective_cache_size} half of the memory, a hint that takes nothing
         *   <li>{@code max_wal_size} an eighth of the memory, 1 GB to 4 GB, and {@code checkpoint_timeout} 15 minutes: a run of some
         *       minutes has steady writes instead of repeated full-page images after checkpoints; crash recovery still takes seconds. Disk
         *       use grows by as much.
         *   <li>{@code maintenance_work_mem} a thirty-second, 64 MB to 1 GB, for building indexes after a load
         *   <li>parallel workers as many as cores; {@code max_connections} 500, since a session costs little while idle
         *   <li>{@code random_page_cost} 1.1: today's disks seek for free
         *   <li>{@code log_min_messages=log}: refused statements are counted by the client; logged by the million they would
         *       fill the disk
         * </ul>
         */
        public static PostgresTuning forMachine(MachineSize machine) {
            long memory = machine.memoryBytes();
            String workers = Integer.toString(Math.max(2, machine.cores()));
            var settings = new LinkedHashMap<>(DURABLE);
            settings.put("max_connections", "500");
            settings.put("shared_buffers", megabytes(memory / 4, 128, 8192));
            settings.put("effective_cache_size", megabytes(memory / 2, 256, Integer.MAX_VALUE));
            settings.put("maintenance_work_mem", megabytes(memory / 32, 64, 1024));
            settings.put("max_wal_size", megabytes(memory / 8, 1024, 4096));
            settings.put("checkpoint_timeout", "15min");
            settings.put("random_page_cost", "1.1");
            settings.put("max_worker_processes", Integer.toString(6 + Math.max(2, machine.cores())));
            settings.put("max_parallel_workers", workers);
            settings.put("log_min_messages", "log");
            settings.put("timezone", "UTC");
            settings.put("log_timezone", "UTC");
            return new PostgresTuning(settings);
        }

        /**
         * Returns this tuning with other settings of durability, and a log that does not fill the disk.
         *
         * @param durability settings by name
         * @param disk of the server's own, if it has one
         */
        PostgresTuning with(Map<String, String> durability, Optional<DiskShape> disk) {
            var all = new LinkedHashMap<>(settings);
            all.putAll(durability);
            disk.ifPresent(shape -> all.put("max_wal_size", megabytes(shape.bytes() / 4, 64, 1024)));
            return new PostgresTuning(all);
        }

        /** Settings for durability, set although they are PostgreSQL's defaults: no figure without them may be called durable. */
        private static final Map<String, String> DURABLE = durable();

        private static Map<String, String> durable() {
            var settings = new LinkedHashMap<String, String>();
            settings.put("fsync", "on");
            settings.put("full_page_writes", "on");
            settings.put("synchronous_commit", "on");
            return Collections.unmodifiableMap(settings);
        }

        private static String megabytes(long bytes, long least, long most) {
            return Math.clamp(bytes / MB, least, most) + "MB";
        }
    }
}
