package squall.testbed.cassandra.layout;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import squall.system.FileTrees;

/** JDK on which the nodes run. */
public record NodeJdk(Path home, int major) {
    private static final String VARIABLE = "CASSANDRA_JAVA_HOME";

    public Path java() {
        return home.resolve("bin/java");
    }

    /**
     * Finds the JDK: the one that {@code CASSANDRA_JAVA_HOME} names; else the newest suitable one of {@code JAVA_HOME} and of the folders
     * where installers put JDKs.
     *
     * @param version of Cassandra that is to run on it
     * @param root of the file system
     * @throws IOException with what was found and the remedies, if none is suitable
     */
    public static NodeJdk find(CassandraVersion version, Map<String, String> environment, Path root)
            throws IOException {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isBlank()) {
            return require(version, Path.of(named));
        }
        var found = new ArrayList<NodeJdk>();
        for (Path home : candidates(environment, root)) {
            if (Files.isExecutable(home.resolve("bin/java"))) {
                found.add(new NodeJdk(home, major(home)));
            }
        }
        return found.stream()
                .filter(jdk -> version.jdks().contains(jdk.major))
                .max(Comparator.comparingInt(NodeJdk::major))
                .orElseThrow(() -> new IOException(nodes(version) + ", found "
                        + (found.isEmpty()
                                ? "none"
                                : found.stream().map(NodeJdk::text).toList())
                        + ": apt-get install openjdk-17-jre-headless (elsewhere https://adoptium.net), or set "
                        + VARIABLE + " to the folder of such a JDK"));
    }

    private static NodeJdk require(CassandraVersion version, Path home) throws IOException {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            throw new IOException(VARIABLE + "=" + home + " has no bin/java; set it to the folder of " + version.jdk());
        }
        var jdk = new NodeJdk(home, major(home));
        if (!version.jdks().contains(jdk.major)) {
            throw new IOException(VARIABLE + "=" + home + " is Java " + jdk.major + "; " + nodes(version));
        }
        return jdk;
    }

    private static String nodes(CassandraVersion version) {
        return "nodes of Cassandra " + version + " need " + version.jdk();
    }

    private String text() {
        return "Java " + major + " in " + home;
    }

    private static List<Path> candidates(Map<String, String> environment, Path root) throws IOException {
        var homes = new ArrayList<Path>();
        Stream.of("JAVA_HOME", "JAVA17_HOME", "JAVA11_HOME")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isBlank())
                .forEach(value -> homes.add(Path.of(value)));
        Path user = Path.of(environment.getOrDefault("HOME", "/"));
        for (Path place : List.of(
                root.resolve("usr/lib/jvm"),
                root.resolve("usr/java"),
                root.resolve("opt/java"),
                user.resolve(".sdkman/candidates/java"),
                user.resolve(".jdks"))) {
            homes.addAll(folders(place));
        }
        for (Path bundle : folders(root.resolve("Library/Java/JavaVirtualMachines"))) {
            homes.add(bundle.resolve("Contents/Home"));
        }
        return homes;
    }

    private static List<Path> folders(Path place) throws IOException {
        return FileTrees.entriesIfAny(place).stream()
                .filter(entry -> Files.isDirectory(entry) && !Files.isSymbolicLink(entry))
                .toList();
    }

    /** Reads the version from the file that every JDK has; 0 if it is not in there. */
    private static int major(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isReadable(release)) {
            return 0;
        }
        var facts = new Properties();
        facts.load(new StringReader(Files.readString(release)));
        String digits = facts.getProperty("JAVA_VERSION", "").replace("\"", "").replaceFirst("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }
}
