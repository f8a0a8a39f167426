package squall.ycsb.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.generator.HistogramGenerator;
import site.ycsb.generator.ZipfianGenerator;

class LengthDistributionTest {
    private static final int DRAWS = 200_000;

    @TempDir
    private Path folder;

    @Test
    void lengths_from_a_file_are_upstreams() throws IOException {
        Path file = Files.writeString(folder.resolve("hist.txt"), "BlockSize\t10\n0\t5\n1\t0\n2\t15\n3\t30\n");
        HistogramGenerator theirs = new HistogramGenerator(file.toString());
        assertSame(LengthDistribution.histogram(file), () -> theirs.nextValue().intValue());
    }

    @Test
    void zipfian_lengths_are_upstreams() {
        ZipfianGenerator theirs = new ZipfianGenerator(1, 20);
        assertSame(LengthDistribution.zipfian(1, 20), () -> theirs.nextValue().intValue());
    }

    @Test
    void uniform_lengths_include_both_ends() {
        assertThat(shares(LengthDistribution.uniform(3, 5)).keySet()).containsExactly(3, 4, 5);
    }

    @Test
    void a_broken_file_is_named_with_its_line() throws IOException {
        Path file = Files.writeString(folder.resolve("hist.txt"), "BlockSize\t10\n0\t5\n2\t0\n");
        assertThatThrownBy(() -> LengthDistribution.histogram(file))
                .hasMessage(file + ":3: found '2\t0', expected '1<TAB>' and a number");
    }

    private static void assertSame(LengthDistribution ours, IntSupplier theirs) {
        Map<Integer, Double> upstream = new TreeMap<>();
        for (int draw = 0; draw < DRAWS; draw++) {
            upstream.merge(theirs.getAsInt(), 1.0 / DRAWS, Double::sum);
        }
        Map<Integer, Double> mine = shares(ours);
        assertThat(mine.keySet()).isEqualTo(upstream.keySet());
        mine.forEach((length, share) -> assertThat(share).isCloseTo(upstream.get(length), within(0.01)));
    }

    private static Map<Integer, Double> shares(LengthDistribution lengths) {
        SplitMix random = new SplitMix().seek(7, 0);
        Map<Integer, Double> shares = new TreeMap<>();
        for (int draw = 0; draw < DRAWS; draw++) {
            shares.merge(lengths.next(random), 1.0 / DRAWS, Double::sum);
        }
        return shares;
    }
}
