package squall.adversity.host;

import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers memory that somebody else holds, by the name {@code memory}. */
public final class Memory implements FaultProvider {
    private static final int USUAL_MB = 1024;
    private static final int MOST_MB = 1 << 20;

    @Override
    public String kind() {
        return "memory";
    }

    @Override
    public String summary() {
        return "holds memory of this machine, so for clusters that run here: megabytes (1024)";
    }

    @Override
    public Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of("megabytes"));
        megabytes(options);
        return Here.refusal(cluster);
    }

    /** A line without an end is kept in memory by whoever waits for its end. */
    @Override
    public Fault fault(Scene scene, Options options) {
        long bytes = (long) megabytes(options) << 20;
        String script = "{ head -c " + bytes + " /dev/zero; sleep \"$1\"; } | tail -n 1 >/dev/null; :";
        return new Burden(scene, 1, script, "that hold " + megabytes(options) + " MB");
    }

    private static int megabytes(Options options) {
        return options.number("megabytes", USUAL_MB, 1, MOST_MB);
    }
}
