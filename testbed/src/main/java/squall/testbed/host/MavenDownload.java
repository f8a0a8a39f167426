package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import squall.system.FileTrees;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/**
 * Download of jars from Maven's repositories, with their dependencies: from the local repository if it has all of them, so that it works
 * without a network too.
 *
 * @param what for messages, with its version
 * @param coordinates group:artifact:version of each
 * @param environment whose {@code PATH} finds Maven
 */
public record MavenDownload(String what, List<String> coordinates, Map<String, String> environment) {
    private static final Duration LIMIT =
            Duration.ofMinutes(14); // the lock that others wait for is held a little longer
    private static final Pattern UNKNOWN = Pattern.compile("Could not find artifact|was not found in http");

    public MavenDownload {
        coordinates = List.copyOf(coordinates);
    }

    /**
     * Copies them into the folder's {@code lib}.
     *
     * @throws IllegalArgumentException if the repositories have no such version
     * @throws IOException with the remedy, if they cannot be reached, or Maven is missing
     */
    public void into(Path folder) throws IOException, InterruptedException {
        Path maven = maven();
        Files.writeString(folder.resolve("pom.xml"), pom());
        if (!copy(maven, folder, "--offline").ok()) {
            Finished online = copy(maven, folder, "--no-transfer-progress");
            if (UNKNOWN.matcher(online.text()).find()) {
                throw new IllegalArgumentException(
                        what + " is not published on Maven Central, or not for this platform; choose another version");
            }
            if (!online.ok()) {
                throw new IOException("Maven could not fetch " + what
                        + "; check the network or the mirror in Maven's settings.xml, then try again. Maven printed: "
                        + firstComplaint(online.text()));
            }
        }
        FileTrees.make(folder.resolve("lib"), "rwxr-xr-x");
    }

    /** Returns the first error line; the lines that follow it are the same for every failure of Maven. */
    private static String firstComplaint(String text) {
        return text.lines().filter(line -> line.contains("[ERROR]")).findFirst().orElse(text);
    }

    private static Finished copy(Path maven, Path folder, String network) throws IOException, InterruptedException {
        var command = List.of(
                "/usr/bin/env",
                "JAVA_HOME=" + System.getProperty("java.home"), // one that is certainly there
                maven.toString(),
                "--batch-mode",
                "--quiet",
                network,
                "--file",
                folder.resolve("pom.xml").toString(),
                "package");
        return new ExternalProgram(command, folder, LIMIT).run();
    }

    private Path maven() throws IOException {
        return Pattern.compile(":")
                .splitAsStream(environment.getOrDefault("PATH", ""))
                .filter(place -> !place.isBlank())
                .map(place -> Path.of(place, "mvn"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IOException(
                        what + " must be downloaded once, but Maven is not on the PATH: apt-get install maven"));
    }

    private String pom() {
        String dependencies = coordinates.stream()
                .map(each -> each.split(":", -1))
                .map(parts ->
                        "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
                                .formatted(parts[0], parts[1], parts[2]))
                .collect(Collectors.joining("\n    "));
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>dev.squall</groupId>
                  <artifactId>squall-download</artifactId>
                  <version>1</version>
                  <packaging>pom</packaging>
                  <dependencies>
                    %s
                  </dependencies>
                  <build><plugins><plugin>
                    <groupId>org.apache.maven.plugins</groupId>
                    <artifactId>maven-dependency-plugin</artifactId>
                    <version>3.9.0</version>
                    <executions><execution>
                      <id>lib</id>
                      <phase>package</phase>
                      <goals><goal>copy-dependencies</goal></goals>
                      <configuration><includeScope>runtime</includeScope><outputDirectory>lib</outputDirectory></configuration>
                    </execution></executions>
                  </plugin></plugins></build>
                </project>
                """.formatted(dependencies);
    }
}
