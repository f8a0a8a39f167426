package squall.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.SearchPath;

/**
 * MariaDB server of the distribution's package {@code mariadb-server}, on a free port of this machine and in a folder of its own: for the
 * tests of all modules that use its dialect. {@link #close} ends it and removes its data.
 */
public final class StandaloneMariaDb implements AutoCloseable {
    /** Name of the user and of its database, and its password. */
    public static final String SQUALL = "squall";

    private static final String SERVER = "mariadbd";
    private static final String INSTALLER = "mariadb-install-db";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Text that the server prints when it accepts connections. */
    private static final String READY = "ready for connections";

    private final Path folder;
    private final int port;
    private final Process server;

    private StandaloneMariaDb(Path folder, int port, Process server) {
        this.folder = folder;
        this.port = port;
        this.server = server;
    }

    /** Returns why it cannot run on this machine; empty if it can. */
    public static Optional<String> unavailable() {
        return List.of(SERVER, INSTALLER).stream()
                .filter(program -> SearchPath.here().find(program).isEmpty())
                .findFirst()
                .map(
                        program -> "there is no program " + program
                                + ": apt-get install --no-install-recommends mariadb-server (RUNLEVEL=1 keeps its service from starting)");
    }

    /** @throws IOException if it does not start; the message ends with its log */
    public static StandaloneMariaDb start() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("squall-mariadb");
        Path data = folder.resolve("data");
        String user = "--user=" + System.getProperty("user.name");
        new ExternalProgram(
                        List.of(
                                program(INSTALLER),
                                "--no-defaults",
                                user,
                                "--basedir=/usr",
                                "--datadir=" + data,
                                "--auth-root-authentication-method=normal",
                                "--skip-test-db",
                                "--innodb-log-file-size=16M"),
                        folder,
                        LIMIT)
                .run()
                .orThrow();
        Path users = Files.writeString(folder.resolve("users.sql"), String.format("""
                CREATE DATABASE %1$s;
                CREATE USER '%1$s'@'%%' IDENTIFIED BY '%1$s';
                GRANT ALL ON *.* TO '%1$s'@'%%';
                """, SQUALL));
        int port = freePort();
        Path log = folder.resolve("log");
        Process server = new ProcessBuilder(
                        program(SERVER),
                        "--no-defaults",
                        user,
                        "--datadir=" + data,
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--socket=" + folder.resolve("socket"),
                        "--pid-file=" + folder.resolve("pid"),
                        "--skip-name-resolve",
                        "--performance-schema=OFF",
                        "--innodb-buffer-pool-size=64M",
                        "--innodb-log-file-size=16M",
                        "--innodb-rollback-on-timeout=ON",
                        "--init-file=" + users)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        StandaloneMariaDb started = new StandaloneMariaDb(folder, port, server);
        if (!PollDeadline.in(LIMIT).await(() -> Files.readString(log).contains(READY) || !server.isAlive())
                || !server.isAlive()) {
            String said = Files.readString(log);
            started.close();
            throw new IOException("MariaDB did not start at port " + port + ":\n" + said);
        }
        return started;
    }

    /** Returns the address of its database for the driver. */
    public String url() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + SQUALL;
    }

    @Override
    public void close() throws IOException {
        server.destroyForcibly();
        try {
            server.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        FileTrees.delete(folder);
    }

    private static String program(String name) throws IOException {
        return SearchPath.here()
                .find(name)
                .map(Path::toString)
                .orElseThrow(() -> new IOException(unavailable().orElse(name + " is missing")));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
