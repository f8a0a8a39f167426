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
import java.util.Set;
import java.util.stream.Stream;

/**
 * The JDK that the nodes run on: Cassandra 5 supports 11 and 17, and fails to start on those that have no security
 * manager any more.
 */
public record NodeJdk(Path home, int major) {
    private static final String VARIABLE = "CASSANDRA_JAVA_HOME";
    private static final Set<Integer> FIT = Set.of(11, 17);
    private static final String WANTED = "a JDK 17 or 11";

    public Path java() {
        return home.resolve("bin/java");
    }

    /**
     * The one that {@code CASSANDRA_JAVA_HOME} names; else the newest fitting one of {@code JAVA_HOME} and of the places
     * where installers put JDKs.
     *
     * @param root of the file system
     * @throws IOException with what was found and the remedies, if none fits
     */
    public static NodeJdk find(Map<String, String> environment, Path root) throws IOException {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isBlank()) {
            return require(Path.of(named));
        }
        var found = new ArrayList<NodeJdk>();
        for (Path home : candidates(environment, root)) {
            if (Files.isExecutable(home.resolve("bin/java"))) {
                found.add(new NodeJdk(home, major(home)));
            }
        }
        return found.stream()
                .filter(jdk -> FIT.contains(jdk.major))
                .max(Comparator.comparingInt(NodeJdk::major))
                .orElseThrow(() -> new IOException("Cassandra's nodes need " + WANTED + ", found "
                        + (found.isEmpty()
                                ? "none"
                                : found.stream().map(NodeJdk::told).toList())
                        + ": apt-get install openjdk-17-jre-headless (elsewhere https://adoptium.net), or set "
                        + VARIABLE + " to the folder of such a JDK"));
    }

    private static NodeJdk require(Path home) throws IOException {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            throw new IOException(VARIABLE + "=" + home + " has no bin/java; set it to the folder of " + WANTED);
        }
        var jdk = new NodeJdk(home, major(home));
        if (!FIT.contains(jdk.major)) {
            throw new IOException(
                    VARIABLE + "=" + home + " is Java " + jdk.major + "; Cassandra's nodes need " + WANTED);
        }
        return jdk;
    }

    private String told() {
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
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (var entries = Files.list(place)) {
            return entries.filter(entry -> Files.isDirectory(entry) && !Files.isSymbolicLink(entry))
                    .sorted()
                    .toList();
        }
    }

    /** From the file that every JDK carries; 0 if it does not say. */
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
