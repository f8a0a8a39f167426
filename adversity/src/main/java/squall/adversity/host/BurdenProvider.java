package squall.adversity.host;

import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** What burdens on this machine have in common: they take what its nodes would use, as much as one number says. */
abstract sealed class BurdenProvider implements FaultProvider permits BurdenProvider.Cpu, BurdenProvider.Memory {
    private final String kind;
    private final String summary;
    private final String option;

    private BurdenProvider(String kind, String summary, String option) {
        this.kind = kind;
        this.summary = summary;
        this.option = option;
    }

    /** Busy processors, by the name {@code cpu}. */
    public static final class Cpu extends BurdenProvider {
        private static final int MOST = 1024;
        private static final String SCRIPT = "timeout \"$1\" sh -c \"while :; do :; done\"; :";

        public Cpu() {
            super(
                    "cpu",
                    "keeps processors of this machine busy, so for clusters that run here: workers (as many as it has)",
                    "workers");
        }

        @Override
        int amount(Options options) {
            return options.number("workers", Runtime.getRuntime().availableProcessors(), 1, MOST);
        }

        @Override
        Burden burden(Scene scene, int amount) {
            return new Burden(scene, amount, SCRIPT, "that never rest");
        }
    }

    /** Memory that somebody else holds, by the name {@code memory}. */
    public static final class Memory extends BurdenProvider {
        private static final int USUAL_MB = 1024;
        private static final int MOST_MB = 1 << 20;

        public Memory() {
            super(
                    "memory",
                    "holds memory of this machine, so for clusters that run here: megabytes (1024)",
                    "megabytes");
        }

        @Override
        int amount(Options options) {
            return options.number("megabytes", USUAL_MB, 1, MOST_MB);
        }

        /** A line without an end is kept in memory by whoever waits for its end. */
        @Override
        Burden burden(Scene scene, int amount) {
            String script =
                    "{ head -c " + ((long) amount << 20) + " /dev/zero; sleep \"$1\"; } | tail -n 1 >/dev/null; :";
            return new Burden(scene, 1, script, "that hold " + amount + " MB");
        }
    }

    abstract int amount(Options options);

    abstract Burden burden(Scene scene, int amount);

    @Override
    public final String kind() {
        return kind;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    public final Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of(option));
        amount(options);
        return Here.refusal(cluster);
    }

    @Override
    public final Fault fault(Scene scene, Options options) {
        return burden(scene, amount(options));
    }
}
