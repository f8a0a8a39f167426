package squall.adversity.host;

import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers busy processors, by the name {@code cpu}. */
public final class Cpu implements FaultProvider {
    private static final int MOST = 1024;
    private static final String SCRIPT = "timeout \"$1\" sh -c \"while :; do :; done\"; :";

    @Override
    public String kind() {
        return "cpu";
    }

    @Override
    public String summary() {
        return "keeps processors of this machine busy, so for clusters that run here: workers (as many as it has)";
    }

    @Override
    public Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of("workers"));
        workers(options);
        return Here.refusal(cluster);
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        return new Burden(scene, workers(options), SCRIPT, "that never rest");
    }

    private static int workers(Options options) {
        return options.number("workers", Runtime.getRuntime().availableProcessors(), 1, MOST);
    }
}
