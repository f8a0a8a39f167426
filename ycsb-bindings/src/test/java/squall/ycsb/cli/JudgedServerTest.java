package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.TestCommand.Ended;

/** Test of {@code --judge isolation} on a real PostgreSQL at read committed. */
@Tag("server")
class JudgedServerTest {
    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("judged");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    private static String loaded(String workload) {
        String options = " jdbc -P workload" + workload + " -p table=judged_" + workload
                + " --values=stamped -p recordcount=5 -p operationcount=2000 -threads 8 -p requestdistribution=uniform";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        return options;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a | the order of some versions is not known; judged: .* reads, order known of 0.0 % of",
                "c | strict serializable holds; judged: all [\\d,]+ reads, order known of all 0 writes",
                "d | strict serializable holds; judged: all [\\d,]+ reads, order known of all [\\d,]+ writes"
            })
    void a_database_that_keeps_its_word_passes_and_what_is_not_known_is_said(String workload, String found) {
        Ended ended = bench.ycsb("run" + loaded(workload) + " --judge=isolation");

        assertThat(ended.code()).as(ended.err()).isIn(0, 6); // 6: this machine was too busy for the client
        assertThat(ended.err().replaceAll("\\s+", " "))
                .containsPattern("✓ isolation: database says read committed, seen: no anomaly in [\\d,]+ transactions"
                        + "(:|;) " + found);
    }

    @Test
    void a_share_of_the_rows_is_judged_which_is_said() {
        Ended ended = bench.ycsb("run" + loaded("b") + " --judge=isolation --judge-share=50");

        assertThat(ended.code()).as(ended.err()).isIn(0, 6); // 6: this machine was too busy for the client
        assertThat(ended.err().replaceAll("\\s+", " "))
                .containsPattern(
                        "seen: no anomaly in .*; judged: [\\d.]+ % of [\\d,]+ reads, order known of [\\d.]+ % of"
                                + " [\\d,]+ writes; 50 % of the keys are judged");
    }

    @Test
    void scans_are_not_judged_which_is_said() {
        Ended ended = bench.ycsb("run" + loaded("e") + " --judge=isolation");

        assertThat(ended.code()).as(ended.err()).isIn(0, 6); // 6: this machine was too busy for the client
        assertThat(ended.err().replaceAll("\\s+", " "))
                .contains("strict serializable holds; judged: all ", "; scans are not judged");
    }

    @Test
    void read_modify_writes_that_are_not_transactions_lose_updates_and_are_shown_as_what_they_are() {
        String options = loaded("f");
        Ended shown = bench.ycsb("run" + options + " --judge=isolation");
        Ended excluded = bench.ycsb("run" + options + " --judge=isolation --expect=snapshot");

        assertThat(shown.code()).as(shown.err()).isIn(0, 6);
        assertThat(shown.err().replaceAll("\\s+", " "))
                .containsPattern("✓ isolation: seen: .*lost update \\([\\d,]+\\).*: at most read committed; judged: "
                        + ".*a read-modify-write is two transactions, so no level is claimed of it");
        assertThat(excluded.code()).as(excluded.err()).isEqualTo(4);
        assertThat(excluded.err().replaceAll("\\s+", " "))
                .containsPattern("✗ isolation: expected snapshot isolation, seen: .*lost update");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc -P workloada --judge=isolation | needs values that tell which write they come from",
                "jdbc -P workloada --values=stamped --judge=speed | isolation",
                "jdbc -P workloada --values=stamped --judge=isolation --judge-share=0 | judge-share: must be a percentage",
                "jdbc -P workloada --values=stamped --expect=snapshot | add --judge isolation, or leave it out",
                "jdbc -P workloada --values=stamped --judge=isolation --expect=perfect | is not an isolation level",
                "ycql -P workloada --values=stamped --judge=isolation | is for the binding jdbc, not for ycql"
            })
    void what_cannot_be_judged_is_refused(String words, String message) {
        Ended ended = bench.ycsb("run " + words);

        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err().replaceAll("\\s+", " ")).contains(message);
    }
}
