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
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/**
 * Offers slow disks, by the name {@code slowDisk}. Which way is taken the scenario says, and nothing else: {@code kilobytes} has the
 * kernel throttle the device, {@code each} has the cluster hold up every forced write.
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
        return "slows what nodes write: kilobytes a second of the device, by cgroup, as root; or each forced write waits (each=20ms), where the cluster can";
    }

    @Override
    public Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        require(options);
        try {
            return throttled(options) ? throttling(cluster) : HeldDisk.refusal(cluster);
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
        Optional<String> lacks = cluster.lacks(Local.class);
        if (lacks.isPresent()) {
            return lacks;
        }
        if (ControlGroup.usable().isEmpty()) {
            return Optional.of(
                    "no control group of this machine throttles disks for this user: root, and blkio of version 1"
                            + " or io of version 2 handed down to children, are wanted");
        }
        for (Node node : cluster.nodes()) {
            Path data = ((Local) cluster).data(node);
            if (ControlGroup.disk(data).isEmpty()) {
                return Optional.of(data + " lies on no disk of its own that the kernel could throttle");
            }
        }
        return Optional.empty();
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        require(options);
        return throttled(options)
                ? new ThrottledDisk(scene, 1000L * options.number(THROTTLE, 1, 1, MOST_KB))
                : HeldDisk.slow(scene, options.duration(WAIT, USUAL));
    }

    private static boolean throttled(Options options) {
        return !options.text(THROTTLE, "").isEmpty();
    }

    private static void require(Options options) {
        options.allowOnly(List.of(THROTTLE, WAIT));
        options.number(THROTTLE, 1, 1, MOST_KB);
        options.duration(WAIT, USUAL);
        if (throttled(options) && !options.text(WAIT, "").isEmpty()) {
            throw new IllegalArgumentException(
                    "slowDisk: one of '" + THROTTLE + "' and '" + WAIT + "' can be said, not both");
        }
    }
}
