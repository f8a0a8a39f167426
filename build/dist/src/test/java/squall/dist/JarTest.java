package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.dist.Installation.Result;
import squall.report.table.PublishedFigures;

/** The jar of the distribution, started as a jar. */
class JarTest {
    private static final String NOBODY = "127.0.0.1:1";

    /** Shows that all of the command is understood, as nothing but the database is missed. */
    @ParameterizedTest
    @CsvSource({"cockroachdb, SqlInserts", "yugabytedb, CassandraKeyValue"})
    void the_commands_that_the_white_paper_prints_run_as_they_stand(String system, String workload) throws Exception {
        String printed = PublishedFigures.load().find("paper-commands").orElseThrow().byColumn().stream()
                .filter(row -> Objects.requireNonNull(row.get("system")).text().equals(system))
                .map(row -> Objects.requireNonNull(row.get("command")).text())
                .findFirst()
                .orElseThrow();
        assertThat(printed).startsWith("java -jar yb-sample-apps.jar --workload " + workload + " --nodes $");

        Result result = jar(printed.replaceFirst("java -jar \\S+ ", "").replaceFirst("\\$\\w+", NOBODY));

        assertThat(result.err()).contains("error: ", "cannot be used: " + NOBODY);
        assertThat(result.exit()).isEqualTo(5);
    }

    @Test
    void a_java_that_is_too_old_can_read_the_main_class() throws Exception {
        try (JarFile jar =
                new JarFile(Installation.assembled().resolve("lib/squall.jar").toFile())) {
            String main = jar.getManifest().getMainAttributes().getValue("Main-Class");
            try (DataInputStream in =
                    new DataInputStream(jar.getInputStream(jar.getEntry(main.replace('.', '/') + ".class")))) {
                assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
                in.readUnsignedShort(); // the minor version
                assertThat(in.readUnsignedShort()).as("52 is Java 8").isEqualTo(52);
            }
        }
    }

    /** Runs where a JDK older than 21 is installed, which is not everywhere. */
    @Test
    void a_java_that_is_too_old_says_which_is_needed() throws Exception {
        Optional<Path> old = older();
        assumeThat(old).as("a JDK before 21 in /usr/lib/jvm").isPresent();

        Result result = Installation.real()
                .run(
                        Map.of(),
                        old.orElseThrow(),
                        "-jar",
                        Installation.assembled().resolve("lib/squall.jar").toString(),
                        "--help");

        assertThat(result.err())
                .startsWith("squall: Java 21 or newer is required, but this is Java ")
                .hasLineCount(1);
        assertThat(result.exit()).isEqualTo(5);
    }

    private static Optional<Path> older() throws IOException {
        Path folder = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(jdk -> jdk.getFileName().toString().matches(".*\\b1?(8|11|17)\\b.*"))
                    .map(jdk -> jdk.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    private static Result jar(String line) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "-jar", Installation.assembled().resolve("lib/squall.jar").toString()));
        words.addAll(Arrays.asList(line.split(" ", -1)));
        return Installation.real()
                .run(Map.of(), Path.of(System.getProperty("java.home"), "bin/java"), words.toArray(String[]::new));
    }
}
