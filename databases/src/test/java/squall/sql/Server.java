package squall.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class Server {
    private static final Path BIN = Path.of("/usr/lib/postgresql/15/bin");
    private final Path data;
    private final int port;

    private Server(Path data, int port) {
        this.data = data;
        this.port = port;
    }

    static Server start() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "sqltest");
        run(List.of("chown", "postgres", folder.toString()));
        int port = Ports.free();
        Server server = new Server(folder.resolve("d"), port);
        asPostgres(List.of(
                BIN + "/initdb",
                "-D",
                server.data.toString(),
                "-U",
                "postgres",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-locale",
                "-N"));
        server.up();
        return server;
    }

    int port() {
        return port;
    }

    SqlSettings settings() {
        return SqlSettings.of("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", "");
    }

    void up() throws IOException, InterruptedException {
        asPostgres(List.of(
                BIN + "/pg_ctl",
                "-D",
                data.toString(),
                "-l",
                data + "/log",
                "-w",
                "-o",
                "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off",
                "start"));
    }

    void down() throws IOException, InterruptedException {
        asPostgres(List.of(BIN + "/pg_ctl", "-D", data.toString(), "-w", "-m", "immediate", "stop"));
    }

    void restart() throws IOException, InterruptedException {
        down();
        up();
    }

    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        kill(name, pid);
        for (ProcessHandle child :
                ProcessHandle.of(pid).orElseThrow().descendants().toList()) {
            kill(name, child.pid());
        }
    }

    private static void kill(String name, long pid) throws IOException, InterruptedException {
        Process unused = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        unused.waitFor();
    }

    void close() throws IOException, InterruptedException {
        down();
        run(List.of("rm", "-rf", data.toString()));
    }

    private static void asPostgres(List<String> command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("runuser", "-u", "postgres", "--"));
        all.addAll(command);
        run(all);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process p = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (p.waitFor() != 0) throw new IOException(command.toString());
    }
}
