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

/** Choosing the number of the row that an operation goes to, among a million. */
public class KeyBenchmark {
    private static final long ROWS = 1_000_000;

    /** YCSB core: one generator that all threads share. */
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

    @Benchmark
    public Number ycsb(Ycsb ycsb) {
        return ycsb.keys.nextValue();
    }
}
