package squall.tpcc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import squall.fixture.Ports;
import squall.sql.driver.SqlSettings;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.PostgresBinaries;

/**
 * Server of a PostgreSQL that is installed on this machine, with a database of its own: planners of other versions than the bundled one
 * choose other plans. Found where Debian's packages are, or in the folders that {@value #FOLDERS} lists.
 */
public final class InstalledPostgres implements AutoCloseable {
    private static final String FOLDERS = "SQUALL_TEST_POSTGRES";
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final PostgresBinaries binaries;
    private final RunAs runAs;
    private final Path folder;
    private final int port;

    private InstalledPostgres(PostgresBinaries binaries, RunAs runAs, Path folder, int port) {
        this.binaries = binaries;
        this.runAs = runAs;
        this.folder = folder;
        this.port = port;
    }

    /** Returns the folders of all that are installed, each with a folder {@code bin}; may be empty. */
    public static List<Path> folders() throws IOException {
        String listed = System.getenv(FOLDERS);
        if (listed != null) {
            return Arrays.stream(listed.split(":")).map(Path::of).toList();
        }
        if (!Files.isDirectory(DEBIAN)) {
            return List.of();
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.filter(version -> Files.isExecutable(version.resolve("bin/initdb")))
                    .sorted()
                    .toList();
        }
    }

    /** Creates a database, and starts its server. */
    public static InstalledPostgres start(Path installed) throws IOException, InterruptedException {
        PostgresBinaries binaries =
                new PostgresBinaries(installed, installed.getFileName().toString());
        RunAs runAs = RunAs.choose(StateFolder.root(), binaries::makingComplaint);
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-installed-" + System.nanoTime());
        runAs.own(Files.createDirectory(folder));
        InstalledPostgres server = new InstalledPostgres(binaries, runAs, folder, Ports.free());
        server.run(binaries.initdb(List.of("--pgdata=" + folder.resolve("data"), "--username=postgres", "--no-sync")));
        List<String> options = new ArrayList<>(server.control("start"));
        options.add("--log=" + folder.resolve("log"));
        options.add("--options=-p " + server.port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
                + " -c fsync=off -c autovacuum=off");
        server.run(binaries.pgCtl(options));
        return server;
    }

    public SqlSettings settings() {
        return SqlSettings.of("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", "");
    }

    /** Stops the server, and deletes all its files. */
    @Override
    public void close() throws IOException {
        try {
            List<String> options = new ArrayList<>(control("stop"));
            options.add("--mode=immediate");
            run(binaries.pgCtl(options));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + folder + " was stopped", e);
        } finally {
            FileTrees.delete(folder);
        }
    }

    private List<String> control(String action) {
        return List.of(action, "--pgdata=" + folder.resolve("data"), "--wait", "--silent");
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        new ExternalProgram(runAs.command(command), folder, LIMIT).run().orThrow();
    }
}
