package squall.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import site.ycsb.generator.CounterGenerator;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.generator.ScrambledZipfianGenerator;
import site.ycsb.generator.SkewedLatestGenerator;
import site.ycsb.generator.UniformLongGenerator;
import squall.ycsb.distribution.KeyChoosers;
import squall.ycsb.distribution.KeyChoosers.KeyChooser;
import squall.ycsb.distribution.SplitMix;

/** Benchmark of choosing the number of the row that an operation goes to, among a million. */
public class KeyBenchmark {
    private static final long ROWS = 1_000_000;

    /** State of YCSB core: one generator that all threads share. */
    @State(Scope.Benchmark)
    public static class Ycsb {
        @Param({"uniform", "zipfian", "latest"})
        public String distribution = "";

        private NumberGenerator keys = new CounterGenerator(0);

        @Setup
        public void choose() {
            keys = switch (distribution) {
                case "uniform" -> new UniformLongGenerator(0, ROWS - 1);
                case "zipfian" -> new ScrambledZipfianGenerator(0, ROWS - 1);
                case "latest" -> new SkewedLatestGenerator(new CounterGenerator(ROWS));
                default -> throw new IllegalArgumentException(distribution);
            };
        }
    }

    /** State of Squall: a chooser and random numbers for each session. */
    @State(Scope.Thread)
    public static class Squall {
        private static final long SEED = 1;

        @Param({"uniform", "zipfian", "latest"})
        public String distribution = "";

        private final SplitMix random = new SplitMix();
        private KeyChooser keys = KeyChoosers.sequential(0, ROWS);
        private long n;

        @Setup
        public void choose() {
            keys = switch (distribution) {
                case "uniform" -> KeyChoosers.uniform(0, ROWS);
                case "zipfian" -> KeyChoosers.scrambledZipfian(0, ROWS, 0);
                case "latest" -> KeyChoosers.latest(new KeyChoosers.ZetaSum(KeyChoosers.THETA));
                default -> throw new IllegalArgumentException(distribution);
            };
        }

        private long next() {
            n++;
            return keys.next(random.seek(SEED, n), n, ROWS - 1);
        }
    }

    @Benchmark
    public long squall(Squall squall) {
        return squall.next();
    }

    @Benchmark
    public Number ycsb(Ycsb ycsb) {
        return ycsb.keys.nextValue();
    }
}
