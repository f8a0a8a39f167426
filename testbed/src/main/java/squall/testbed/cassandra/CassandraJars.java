package squall.testbed.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.host.Folders;
import squall.host.Program;
import squall.host.Program.Finished;
import squall.host.StateFolder;
import squall.testbed.host.Unpacked;

/**
 * Cassandra's own jars in a folder of their own, fetched once through Maven: they bring other versions of half of what
 * Squall stands on, and must never meet it on a class path.
 */
record CassandraJars(Path folder, String version) {
    private static final Duration LIMIT =
            Duration.ofMinutes(14); // the lock that others wait for is held a little longer

    /** Fetches them if no command has done so yet. @param say hears that it takes a while */
    static CassandraJars in(StateFolder state, Map<String, String> environment, Consumer<String> say)
            throws IOException, InterruptedException {
        Properties packed = packed();
        String version = packed.getProperty("version");
        Path folder = new Unpacked(state.folder("binaries"))
                .filled(
                        "cassandra-" + version + "-byteman-" + packed.getProperty("byteman"),
                        aside -> fetch(version, maven(environment, version), aside, say));
        return new CassandraJars(folder, version);
    }

    /** Versions, written by the build. */
    private static Properties packed() throws IOException {
        var packed = new Properties();
        try (var file = resource("cassandra.properties")) {
            packed.load(file);
        }
        return packed;
    }

    /** From the local repository if all is there, so that it works without a network too. */
    private static void fetch(String version, Path maven, Path aside, Consumer<String> say)
            throws IOException, InterruptedException {
        try (var pom = resource("jars.xml")) {
            Files.copy(pom, aside.resolve("pom.xml"));
        }
        say.accept("fetching Apache Cassandra " + version + " through Maven (once; 101 jars, about 67 MB)");
        if (!copy(maven, aside, "--offline").ok()) {
            Finished online = copy(maven, aside, "--no-transfer-progress");
            if (!online.ok()) {
                throw new IOException("Maven could not fetch Apache Cassandra " + version
                        + "; with a network, or a mirror in Maven's settings.xml, try again. It said: "
                        + online.output());
            }
        }
        Folders.make(aside.resolve("lib"), "rwxr-xr-x");
    }

    private static Finished copy(Path maven, Path aside, String network) throws IOException, InterruptedException {
        var command = List.of(
                "/usr/bin/env",
                "JAVA_HOME=" + System.getProperty("java.home"), // one that is certainly there
                maven.toString(),
                "--batch-mode",
                "--quiet",
                network,
                "--file",
                aside.resolve("pom.xml").toString(),
                "package");
        return new Program(command, aside, LIMIT).run();
    }

    private static Path maven(Map<String, String> environment, String version) throws IOException {
        String path = environment.getOrDefault("PATH", "");
        return Pattern.compile(":")
                .splitAsStream(path)
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "mvn"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IOException("the jars of Apache Cassandra " + version
                        + " must be fetched once, and Maven is not on the PATH: apt-get install maven"));
    }

    private static InputStream resource(String name) throws IOException {
        InputStream stream = CassandraJars.class.getResourceAsStream(name);
        if (stream == null) {
            throw new IOException(
                    "the class path has no squall/testbed/cassandra/" + name + ": build or unpack Squall again");
        }
        return stream;
    }

    /** The class path of a node, but for its own configuration. */
    String classPath() {
        return folder.resolve("lib") + "/*";
    }

    /** Measures objects in memory for Cassandra; upstream's scripts start every node with it. */
    Path sizes() throws IOException {
        return jar("jamm-");
    }

    /** Changes the code of a running node by rules. */
    Path byteman() throws IOException {
        return jar("byteman-");
    }

    private Path jar(String name) throws IOException {
        try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow(() -> new IOException(
                            folder + " has no jar " + name + "*; remove that folder, and it is fetched again"));
        }
    }
}
