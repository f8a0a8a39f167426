package squall.adversity.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Local;
import squall.spi.Cluster.Node;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultProvider;
import squall.spi.Options;

/**
 * Offers slow disks, by the name {@code slowDisk}. The scenario selects the method: with {@code kilobytes} the kernel throttles the device,
 * with {@code each} the cluster delays every sync.
 */
public final class SlowDisk implements FaultProvider {
    private static final Duration USUAL = Duration.ofMillis(20);
    private static final int MOST_KB = 10_000_000;
    private static final String THROTTLE = "kilobytes";
    private static final String WAIT = "each";

    @Override
    public String kind() {
        return "slowDisk";
    }

    @Override
    public String summary() {
        return "slows writes of nodes: kilobytes per second of the device, by cgroup, as root; or a delay of each sync"
                + " (each=20ms), if the cluster supports it";
    }

    @Override
    public Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        require(options);
        try {
            return throttled(options) ? throttling(cluster) : StalledDisk.refusal(cluster);
        } catch (IOException | InterruptedException e) {
            return refused(e);
        }
    }

    private static Optional<String> refused(Exception e) {
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Optional.of(String.valueOf(e.getMessage()));
    }

    private static Optional<String> throttling(Cluster cluster) throws IOException, InterruptedException {
        Optional<String> unavailable = cluster.unavailable(Local.class);
        if (unavailable.isPresent()) {
            return unavailable;
        }
        if (ControlGroup.usable().isEmpty()) {
            return Optional.of("this user cannot throttle disks by control group: it needs root, and blkio of version 1"
                    + " or io of version 2 delegated to children");
        }
        for (Node node : cluster.nodes()) {
            Path data = ((Local) cluster).data(node);
            if (ControlGroup.disk(data).isEmpty()) {
                return Optional.of(data + " is not on a disk that the kernel can throttle");
            }
        }
        return Optional.empty();
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        require(options);
        return throttled(options)
                ? new ThrottledDisk(context, 1000L * options.number(THROTTLE, 1, 1, MOST_KB))
                : StalledDisk.slow(context, options.duration(WAIT, USUAL));
    }

    private static boolean throttled(Options options) {
        return !options.text(THROTTLE, "").isEmpty();
    }

    private static void require(Options options) {
        options.allowOnly(List.of(THROTTLE, WAIT));
        options.number(THROTTLE, 1, 1, MOST_KB);
        options.duration(WAIT, USUAL);
        if (throttled(options) && !options.text(WAIT, "").isEmpty()) {
            throw new IllegalArgumentException("slowDisk: give either '" + THROTTLE + "' or '" + WAIT + "', not both");
        }
    }
}
