package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The paper's experiments over SQL for real, at a size at which they say nothing. */
@Tag("server")
class PaperServerTest {
    private static final String PAPER = "paper --experiments "
            + Path.of("../whitepaper").toAbsolutePath().normalize() + " --scale 0.00002 --thread_scale 0.05";

    private static Site site;

    @BeforeAll
    static void start() throws Exception {
        site = Site.start();
    }

    @AfterAll
    static void remove() throws Exception {
        site.remove();
    }

    @Test
    void six_experiments_run_one_after_the_other_and_each_finds_the_rows_of_those_before() throws IOException {
        Site.Ended ended = Site.run(
                site.folder(), PAPER + " --truncate --target " + site.target().url() + credentials());

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err())
                .contains(
                        "wp-pure-inserts-sql: --workload SqlInserts",
                        "complete after",
                        "acknowledged writes: 1000 acknowledged rows, all there as last acknowledged",
                        "index and table: both hold the same 100 values");
        assertThat(here(ended.out(), "sql"))
                .hasSize(8)
                .filteredOn(line -> line.contains("N/A"))
                .hasSize(1);
        assertThat(here(ended.out(), "ycql")).hasSize(8).allMatch(line -> line.contains("N/A: no target speaks ycql"));
        assertThat(runs(ended)).hasSize(6).allMatch(run -> Files.exists(run.resolve("latest/manifest.json")));
    }

    /** Readers have no limit of their own: without their end at the last write this would go on for ever. */
    @Test
    void a_mix_ends_with_its_last_write() {
        site.run(
                "--workload SqlInserts --create_table_name mix --nouuid --num_unique_keys 20 --num_writes 20 --num_reads 0");

        Site.Ended ended = site.run("--workload SqlUpdates --create_table_name mix --nouuid --max_written_key 19"
                + " --num_writes 300 --num_reads -1 --end_with_writes");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err()).contains("\nWrite ").contains("\nRead ").contains("complete after");
    }

    @Test
    void a_file_of_the_paper_is_also_one_for_a_single_run() {
        Site.Ended ended = Site.run(
                site.folder(),
                "@" + Path.of("../whitepaper/wp-index-reads-sql").toAbsolutePath() + " --url jdbc:nothing:here");

        assertThat(ended.err()).startsWith("error: ").contains("jdbc:nothing:here");
        assertThat(ended.code()).isEqualTo(2);
    }

    private static String credentials() {
        return " -- --username " + site.target().user() + " --password "
                + site.target().password();
    }

    /** The lines of our own figures in the table of the paper. */
    private static List<String> here(String out, String api) {
        return out.lines()
                .filter(line -> line.matches(".* " + api + " +here .*"))
                .toList();
    }

    private static List<Path> runs(Site.Ended ended) throws IOException {
        Path whole = Path.of(ended.err()
                .lines()
                .filter(line -> line.startsWith("tables and runs are in "))
                .findFirst()
                .orElseThrow()
                .substring("tables and runs are in ".length()));
        try (Stream<Path> below = Files.list(whole)) {
            return below.filter(Files::isDirectory).toList();
        }
    }
}
