package squall.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import squall.system.FileTrees;
import squall.system.process.ExternalProgram;
import squall.testbed.PostgresInstance.Note;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.PasswordFile;
import squall.testbed.postgres.PostgresBinaries;

/**
 * Makes an instance that is whole from the moment it has its name: data, password and note.
 *
 * @param dataFolders that tables can be spread over; 1: all data lie in the server's own folder
 */
record PostgresMaker(PostgresBinaries binaries, RunAs runAs, int dataFolders) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Called by the holder of the instance's lock. */
    Note make(PostgresInstance instance) throws IOException, InterruptedException {
        PostgresInstance making = instance.making();
        FileTrees.delete(making.folder());
        FileTrees.make(making.folder(), "rwxr-xr-x");
        FileTrees.make(making.data(), "rwx------");
        runAs.own(making.data());
        for (int number = 1; dataFolders > 1 && number <= dataFolders; number++) {
            FileTrees.make(making.dataFolder(number), "rwx------");
            runAs.own(making.dataFolder(number));
        }
        initdb(making, new PasswordFile(making.passwords()).create());
        include(making);
        var note = new Note(binaries.version(), runAs, LoopbackPorts.FIRST);
        making.write(note);
        Files.move(making.folder(), instance.folder(), StandardCopyOption.ATOMIC_MOVE);
        return note;
    }

    private void initdb(PostgresInstance making, String password) throws IOException, InterruptedException {
        Path passwordFile = making.folder().resolve("initdb.password");
        FileTrees.write(passwordFile, password, "rw-------");
        runAs.own(passwordFile);
        try {
            new ExternalProgram(runAs.command(binaries.initdb(making.data(), passwordFile)), making.folder(), LIMIT)
                    .run()
                    .orThrow();
        } finally {
            Files.delete(passwordFile);
        }
    }

    /** Relative, because the folder does not have its final name yet. The file is in a folder that the server's user owns: no links. */
    private static void include(PostgresInstance making) throws IOException {
        Files.writeString(
                making.data().resolve("postgresql.conf"),
                "\n# settings that Squall chose for this machine; rewritten at each start\ninclude '../"
                        + making.settings().getFileName() + "'\n",
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS);
    }
}
