package squall.adversity.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.adversity.FakeCluster;
import squall.adversity.safety.FaultResidue;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;

class CorruptFilesTest {
    private static final int BLOCK = 64;
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private FakeCluster cluster;
    private byte[] before;

    @BeforeEach
    void a_node_with_sixteen_blocks() throws IOException {
        cluster = new FakeCluster(1, folder);
        before = new byte[16 * BLOCK];
        new Random(1).nextBytes(before);
        Files.write(cluster.stored("n1"), before);
    }

    @Test
    void one_bit_is_inverted_in_each_of_as_many_blocks() throws Exception {
        fault(7, Map.of("amount", "3")).inject(LONG);
        byte[] after = stored();
        int bits = 0;
        int blocks = 0;
        for (int block = 0; block < 16; block++) {
            int inBlock = 0;
            for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
                inBlock += Integer.bitCount((before[i] ^ after[i]) & 0xff);
            }
            bits += inBlock;
            blocks += inBlock > 0 ? 1 : 0;
        }
        assertThat(bits).isEqualTo(3);
        assertThat(blocks).isEqualTo(3);
    }

    /** Covers an old error: the time between the first and the last node was measured, but not recorded. */
    @Test
    void files_of_several_nodes_are_corrupted_at_the_same_time() throws Exception {
        cluster = new FakeCluster(3, folder);
        for (Node node : cluster.nodes()) {
            Files.write(cluster.stored(node.name()), before);
        }
        Fault fault = fault(7, Map.of());
        cluster.onlyTogether(3);
        fault.inject(LONG);
        assertThat(fault.skew()).isPresent();
    }

    @Test
    void the_same_seed_changes_the_same_bytes_and_another_one_others() throws Exception {
        byte[] first = corrupted(7);
        assertThat(corrupted(7)).isEqualTo(first);
        assertThat(corrupted(8)).isNotEqualTo(first);
    }

    private byte[] corrupted(long seed) throws Exception {
        Fault fault = fault(seed, Map.of());
        fault.inject(LONG);
        byte[] after = stored();
        fault.heal();
        assertThat(stored()).isEqualTo(before);
        return after;
    }

    @ParameterizedTest
    @ValueSource(strings = {"bitflip", "zero", "truncate"})
    void another_object_heals_what_was_changed(String how) throws Exception {
        Fault fault = fault(7, Map.of("how", how, "amount", "2"));
        fault.inject(LONG);
        assertThat(stored()).isNotEqualTo(before);
        assertThat(fault.effect().present()).as(fault.effect().how()).isTrue();
        assertThat(FaultResidue.of(cluster))
                .containsExactly("files of n1 are corrupt, copies are kept in " + folder.resolve("kept-n1"));
        Fault healer = fault(0, Map.of("how", how, "amount", "2"));
        healer.heal();
        assertThat(stored()).isEqualTo(before);
        assertThat(healer.effect().present()).isFalse();
        assertThat(FaultResidue.of(cluster)).isEmpty();
    }

    @Test
    void zeros_replace_a_block() throws Exception {
        fault(7, Map.of("how", "zero")).inject(LONG);
        byte[] after = stored();
        int first = Arrays.mismatch(before, after) / BLOCK * BLOCK;
        assertThat(Arrays.copyOfRange(after, first, first + BLOCK)).isEqualTo(new byte[BLOCK]);
    }

    @Test
    void a_truncated_file_ends_earlier_by_whole_blocks() throws Exception {
        fault(7, Map.of("how", "truncate", "amount", "5")).inject(LONG);
        assertThat(stored()).isEqualTo(Arrays.copyOf(before, 11 * BLOCK));
    }

    @Test
    void a_stale_block_is_what_it_was_before_it_was_written_again() throws Exception {
        byte[] written = before.clone();
        Arrays.fill(written, 5 * BLOCK, 6 * BLOCK, (byte) 1);
        Thread writer = Thread.ofPlatform().start(() -> write(written));
        Fault fault = fault(7, Map.of("how", "stale", "age", "2s"));
        fault.inject(LONG);
        writer.join();
        assertThat(stored()).isEqualTo(before);
        fault.heal();
        assertThat(stored()).isEqualTo(written);
    }

    /** Writes once the copy is made, which is the first step, a moment after the fault begins. */
    private void write(byte[] bytes) {
        try {
            Path older = folder.resolve("kept-n1/adv_c0ffee_f1/older")
                    .resolve(cluster.stored("n1").toString().replace('/', '_'));
            while (!Files.exists(older) || Files.size(older) < bytes.length) {
                Thread.sleep(20);
            }
            Files.write(cluster.stored("n1"), bytes);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_block_that_is_empty_is_not_chosen() throws Exception {
        Arrays.fill(before, 2 * BLOCK, before.length, (byte) 0);
        Files.write(cluster.stored("n1"), before);
        fault(7, Map.of("amount", "2")).inject(LONG);
        assertThat(Arrays.mismatch(before, stored())).isLessThan(2 * BLOCK);
        assertThatThrownBy(
                        () -> fault("adv_c0ffee_f2", 7, Map.of("amount", "3")).inject(LONG))
                .isInstanceOf(IOException.class)
                .hasMessage("bitflip was to change 3 blocks, but the files have 16 blocks, of which 2 hold anything");
    }

    @Test
    void what_the_database_has_written_since_stays() throws Exception {
        Fault fault = fault(7, Map.of("how", "zero"));
        fault.inject(LONG);
        byte[] rewritten = new byte[before.length];
        Arrays.fill(rewritten, (byte) 3);
        Files.write(cluster.stored("n1"), rewritten);
        assertThat(fault.effect().present()).isFalse();
        fault.heal();
        assertThat(stored()).isEqualTo(rewritten);
        assertThat(fault.effect().how()).contains("the database has replaced");
        assertThat(FaultResidue.of(cluster)).isEmpty();
    }

    /** Covers an old error: the bytes on a disk that was not mounted counted as replaced, and the node was started with the corrupt ones. */
    @Test
    void bytes_on_a_disk_that_is_not_mounted_are_put_back_too() throws Exception {
        fault(7, Map.of()).inject(LONG);
        Fault healer = fault(0, Map.of());
        cluster.put("n1", State.DOWN);
        cluster.unmount("n1");
        healer.heal();
        assertThat(stored()).isEqualTo(before);
        assertThat(healer.effect().how()).doesNotContain("which stays");
    }

    /** Imitates a recovery, which reads the log once, and writes it again from where it stopped. */
    @Test
    void a_log_that_a_recovery_has_read_and_written_again_was_corrupt() throws Exception {
        Fault fault = fault(7, Map.of("files", "wal", "age", "1ms"));
        fault.inject(LONG);
        Files.write(cluster.stored("n1"), new byte[before.length]);
        FaultEffect effect = fault.effect();
        assertThat(effect.present()).isTrue();
        assertThat(effect.how())
                .contains("differed from those kept when the node was started, and were replaced since");
        fault.heal();
        assertThat(fault.effect().present()).isFalse();
        assertThat(stored()).isEqualTo(new byte[before.length]);
    }

    /** Imitates a server without checksums, which reads the page, changes it elsewhere, and writes it again. */
    @Test
    void a_bit_in_a_block_that_was_rewritten_elsewhere_is_inverted_back() throws Exception {
        Fault fault = fault(7, Map.of());
        fault.inject(LONG);
        byte[] after = stored();
        int changed = Arrays.mismatch(before, after);
        int other = changed / BLOCK * BLOCK + (changed % BLOCK + BLOCK / 2) % BLOCK;
        after[other]++;
        Files.write(cluster.stored("n1"), after);
        fault.heal();
        byte[] expected = before.clone();
        expected[other]++;
        assertThat(stored()).isEqualTo(expected);
    }

    @Test
    void a_node_that_does_not_start_with_its_files_has_detected_them() throws Exception {
        Fault.Detectable fault = (Fault.Detectable) fault(7, Map.of("restart", "true"));
        cluster.unstartable.add("n1");
        fault.inject(LONG);
        assertThat(fault.effect().present()).isTrue();
        assertThat(fault.reports()).containsExactly("n1 did not start: n1: does not start");
        cluster.unstartable.clear();
        fault.heal();
        assertThat(cluster.state(cluster.nodes().getFirst())).isEqualTo(State.UP);
        assertThat(stored()).isEqualTo(before);
    }

    /** Imitates a node of Galera: it finds its table corrupt while it joins, and then waits. */
    @Test
    void a_node_that_hangs_in_its_start_is_left_alone_and_has_detected_nothing_by_that() throws Exception {
        Fault.Detectable fault = (Fault.Detectable) fault(7, Map.of("restart", "true"));
        cluster.hanging.add("n1");
        fault.inject(Duration.ofMillis(200));
        assertThat(fault.effect().present()).isTrue();
        assertThat(fault.effect().how()).endsWith("n1 accepted no clients within 0.1 s of its start");
        assertThat(fault.reports()).isEmpty();
        cluster.hanging.clear();
        fault.heal();
        assertThat(cluster.state(cluster.nodes().getFirst())).isEqualTo(State.UP);
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void nodes_report_by_their_names() throws Exception {
        Fault.Detectable fault = (Fault.Detectable) fault(7, Map.of("restart", "false"));
        fault.inject(LONG);
        assertThat(fault.reports()).isEmpty();
        cluster.reports = List.of("invalid page in block 3");
        assertThat(fault.reports()).containsExactly("n1: invalid page in block 3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "files | heap | corrupt: option 'files' must be one of wal, data, index, sstable, commitlog, not 'heap'",
                "files | sstable | corrupt: this database has no files of the kind 'sstable': files must be one of data, wal",
                "how | burn | corrupt: option 'how' must be one of bitflip, zero, truncate, stale, not 'burn'",
                "amount | 0 | fault: option 'amount' must be a whole number in [1, 1000], not '0'",
                "age | 1h | corrupt: option 'age' must be at most 20 s, not 3600 s",
                "age | 5s | corrupt: option 'age' has no effect with how=bitflip on files of the kind 'data': leave it out, or choose how=stale",
                "colour | red | fault: unknown option 'colour' (known: files, how, amount, restart, age)"
            })
    void a_wrong_option_is_refused_before_anything_is_touched(String option, String value, String message) {
        assertThatThrownBy(() -> new CorruptFiles().refusal(cluster, new Options("fault", Map.of(option, value))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void the_plan_names_files_and_seed() throws Exception {
        assertThat(fault(7, Map.of("amount", "2", "files", "wal")).steps().getFirst())
                .isEqualTo(
                        "inject: SIGKILL to every process of n1, keep a copy of what is changed, one bit is inverted in each"
                                + " of 2 blocks of the wal files of n1, chosen by the seed 7 from the files as they are then, start");
    }

    @Test
    void the_event_names_file_offset_and_bytes() throws Exception {
        Fault fault = fault(7, Map.of());
        fault.inject(LONG);
        FaultEffect effect = fault.effect();
        assertThat(effect.how())
                .isEqualTo("n1: bytes on the disk differ from those kept: n1.rows at "
                        + Arrays.mismatch(before, stored()) + ", 1 byte");
    }

    private byte[] stored() throws IOException {
        return Files.readAllBytes(cluster.stored("n1"));
    }

    private Fault fault(long seed, Map<String, String> options) throws Exception {
        return fault("adv_c0ffee_f1", seed, options);
    }

    private Fault fault(String name, long seed, Map<String, String> options) throws Exception {
        Options given = new Options("fault", options);
        CorruptFiles provider = new CorruptFiles();
        FaultContext planned = new FaultContext(name, cluster, cluster.nodes(), Map.of(), seed);
        Map<String, String> facts = new HashMap<>(provider.fault(planned, given).facts());
        return provider.fault(new FaultContext(name, cluster, cluster.nodes(), facts), given);
    }
}
