package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import squall.system.FileTrees;
import squall.system.process.ExternalProgram;
import squall.testbed.host.RunAs;

/**
 * Data folder of a server that is being created.
 *
 * @param folder of the server, which contains the data folder
 * @param settings file that the server includes; Squall writes it before each start
 */
public record PostgresData(PostgresBinaries binaries, RunAs runAs, Path folder, Path data, Path settings) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /**
     * Initializes the data, with one user of this password.
     *
     * @param admission lines for pg_hba.conf; initdb's own admit loopback only
     * @param checksums whether each page has a checksum
     */
    public void make(String password, String admission, boolean checksums) throws IOException, InterruptedException {
        FileTrees.make(data, "rwx------");
        runAs.own(data);
        Path passwordFile = folder.resolve("initdb.password");
        FileTrees.write(passwordFile, password, "rw-------");
        runAs.own(passwordFile);
        try {
            new ExternalProgram(runAs.command(binaries.initdb(data, passwordFile, checksums)), folder, LIMIT)
                    .run()
                    .orThrow();
        } finally {
            Files.delete(passwordFile);
        }
        append("pg_hba.conf", admission);
        append(
                "postgresql.conf",
                "\n# settings that Squall chose; rewritten at each start\ninclude '"
                        + data.relativize(settings) // has not its final name yet
                        + "'\n");
    }

    /** Appends to a file, without following links: the folder belongs to the server's user. */
    private void append(String file, String text) throws IOException {
        Files.writeString(data.resolve(file), text, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    }
}
