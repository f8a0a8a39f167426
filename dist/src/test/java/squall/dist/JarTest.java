package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.dist.Installation.Result;
import squall.report.reference.PublishedFigures;

/** The jar of the distribution, started as a jar. */
class JarTest {
    private static final String NOBODY = "127.0.0.1:1";

    /** All of it is understood, as nothing but the database is missed. */
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
    void the_papers_experiments_are_found_by_the_place_of_the_jar() throws Exception {
        Result result = jar("paper --only wp-index-reads-sql --target cql://" + NOBODY);

        assertThat(result)
                .isEqualTo(new Result(
                        2,
                        "",
                        "error: no experiment can be run: wp-index-reads-sql: no target speaks sql\n"
                                + "exit 2: usage or configuration error\n"));
    }

    private static Result jar(String line) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "-jar", Installation.assembled().resolve("lib/squall.jar").toString()));
        words.addAll(Arrays.asList(line.split(" ", -1)));
        return Installation.real()
                .run(Map.of(), Path.of(System.getProperty("java.home"), "bin/java"), words.toArray(String[]::new));
    }
}
