package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ProcessTree;

/** Fixture of a state folder for one test class, that an unprivileged user may enter; ends with every server in it gone. */
final class Bed implements AfterAllCallback {
    private final Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-test-" + System.nanoTime());

    StateFolder state() throws IOException {
        return StateFolder.at(folder);
    }

    EmbeddedPostgres postgres() throws IOException {
        return new EmbeddedPostgres(state(), "postgres");
    }

    static List<String> query(Target target, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(target.url(), target.user(), target.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    static void execute(Target target, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(target.url(), target.user(), target.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        if (Files.exists(folder)) {
            for (String name : instances()) {
                Path data = folder.resolve("postgres").resolve(name).resolve("data");
                var running = Postmaster.running(data);
                if (running.isPresent()) {
                    new ProcessTree(running.get().pid()).kill();
                }
            }
            FileTrees.delete(folder);
        }
    }

    private List<String> instances() throws IOException {
        Path postgres = folder.resolve("postgres");
        if (!Files.exists(postgres)) {
            return List.of();
        }
        try (var entries = Files.list(postgres)) {
            return entries.filter(Files::isDirectory)
                    .map(entry -> entry.getFileName().toString())
                    .toList();
        }
    }
}
