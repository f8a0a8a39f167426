package squall.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import squall.host.Folders;
import squall.host.Program;
import squall.testbed.Instance.Note;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.Passwords;
import squall.testbed.postgres.PostgresBinaries;

/** Makes an instance that is whole from the moment it has its name: data, password and note. */
record PostgresMaker(PostgresBinaries binaries, RunAs runAs) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Called by the holder of the instance's lock. */
    Note make(Instance instance) throws IOException, InterruptedException {
        Instance making = instance.making();
        Folders.delete(making.folder());
        Folders.make(making.folder(), "rwxr-xr-x");
        Folders.make(making.data(), "rwx------");
        runAs.own(making.data());
        initdb(making, new Passwords(making.passwords()).create());
        include(making);
        var note = new Note(binaries.version(), runAs, Ports.FIRST);
        making.write(note);
        Files.move(making.folder(), instance.folder(), StandardCopyOption.ATOMIC_MOVE);
        return note;
    }

    private void initdb(Instance making, String password) throws IOException, InterruptedException {
        Path passwordFile = making.folder().resolve("initdb.password");
        Folders.write(passwordFile, password, "rw-------");
        runAs.own(passwordFile);
        try {
            new Program(runAs.command(binaries.initdb(arguments(making.data(), passwordFile))), making.folder(), LIMIT)
                    .run()
                    .orThrow();
        } finally {
            Files.delete(passwordFile);
        }
    }

    /** No locale: the order of keys is the order of their bytes, which scans are checked against. */
    private static List<String> arguments(Path data, Path passwordFile) {
        return List.of(
                "--pgdata=" + data,
                "--username=" + Passwords.USER,
                "--auth=scram-sha-256",
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--no-locale",
                "--data-checksums");
    }

    /** Relative, as the folder has not its name yet. The file stands in a folder the server's user owns: no links. */
    private static void include(Instance making) throws IOException {
        Files.writeString(
                making.data().resolve("postgresql.conf"),
                "\n# what Squall chose for this machine; written anew at each start\ninclude '../"
                        + making.settings().getFileName() + "'\n",
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS);
    }
}
