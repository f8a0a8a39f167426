package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.adversity.cli.Bed.Ended;

/** Corrupt files of real databases: what they detect, what they answer, and what healing leaves. */
@Tag("server")
@Tag("extended")
class CorruptFilesServerTest {
    @RegisterExtension
    static final Bed BED = Bed.withoutCluster("cassandra", "galera", "postgres");

    private static final String PHASES = """
            phases:
              - baseline: {duration: 5s, drift: 0.5}
              - {name: rot, fault: {corrupt: FAULT}, target: {pick: one}, hold: HOLD, allowQuorumLoss: true}
            """;

    /** A checksum of each page is the default of the testbed. */
    @Test
    void postgres_with_checksums_detects_inverted_bits_of_its_tables() throws Exception {
        Ended ended = run("postgres", "{amount: 20}", "6s");
        assertThat(ended.output())
                .contains("bytes on the disk differ from those kept", "rot: corruption detected: ")
                .containsPattern("errors of clients, for example XX001: ERROR: invalid page in block \\d+")
                .containsPattern("\\d+ checksum failures in squall, the last at ")
                .doesNotContain("was not in effect", "left on the cluster");
        assertThat(ended.code()).as(ended.output()).isIn(0, 6); // 6 only where this machine is too busy
    }

    /** Corrupts the log: the first record with a wrong checksum is its end to a recovery, so what comes after is gone, and was acknowledged. */
    @Test
    void postgres_takes_a_corrupt_log_for_its_end_and_loses_what_it_acknowledged() throws Exception {
        Ended ended = run("postgres", "{files: wal, amount: 5, age: 3s}", "2s");
        assertThat(ended.code()).as(ended.output()).isEqualTo(4);
        assertThat(ended.output())
                .contains("rot: corruption wrong answer given as ok: the checks of the whole run found lostAcks");
    }

    /** Accepts that the node does not start: it may read the tables when it starts, as for a compaction. A start takes long on a busy machine. */
    @Test
    void cassandra_detects_inverted_bits_of_its_sorted_tables() throws Exception {
        Ended ended = run("cassandra:quick=true", "{amount: 20}", "30s");
        assertThat(ended.output())
                .contains("-Data.db at ", "rot: corruption detected: ")
                .containsPattern("CorruptSSTableException|n1 did not start")
                .doesNotContain("was not in effect", "left on the cluster");
    }

    /** Detects by the checksum that each page of InnoDB has. When the node is back, it takes what it missed from the others. */
    @Test
    void a_galera_node_with_inverted_bits_detects_them_and_is_healed() throws Exception {
        Ended ended = run(
                "galera:sync-wait=1", "{amount: 20}", "6s"); // else the load reads its rows too early on another node
        assertThat(ended.output())
                .contains(".ibd at ", "rot: corruption detected: ")
                .doesNotContain("was not in effect", "left on the cluster");
    }

    @Test
    void a_kind_of_file_that_the_database_does_not_have_is_refused() throws Exception {
        Ended ended = adversity("plan", "postgres", "{files: sstable}", "1s");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output())
                .contains("this database has no files of the kind 'sstable': files must be one of data, index, wal");
    }

    /** Leaves only the journal, the kept bytes and the watchdog to put the pages back. */
    @Test
    void the_watchdog_restores_what_a_killed_squall_has_changed() throws Exception {
        BED.requireHealedByWatchdog(args("run", "postgres", "{amount: 20}", "60s"));
    }

    private static Ended run(String cluster, String fault, String hold) throws IOException, InterruptedException {
        return adversity("run", cluster, fault, hold);
    }

    private static Ended adversity(String command, String cluster, String fault, String hold)
            throws IOException, InterruptedException {
        Ended ended = BED.adversity(args(command, cluster, fault, hold));
        return new Ended(ended.code(), ended.output().replaceAll("\\n {4}", " ")); // long lines are wrapped
    }

    private static String[] args(String command, String cluster, String fault, String hold) throws IOException {
        return BED.args(command, cluster, PHASES.replace("FAULT", fault).replace("HOLD", hold));
    }
}
