package squall.testbed.link;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster.Trouble;

/**
 * What one direction suffers, and until when; belongs to the thread that relays. All times are readings of one nanosecond clock.
 *
 * <p>A throttle is a bucket that fills while time passes and holds no more than {@value #BURST_MS} ms of its rate.
 */
final class Weather {
    private static final int BURST_MS = 50;
    private static final double NS_PER_SECOND = 1e9;

    private final RandomGenerator random;
    private @Nullable Trouble trouble;
    private long untilNs;
    private double allowance;
    private long filledNs;

    Weather(RandomGenerator random) {
        this.random = random;
    }

    void set(Trouble now, long atNs, long until) {
        trouble = now;
        untilNs = until;
        allowance = 0;
        filledNs = atNs;
    }

    void clear() {
        trouble = null;
    }

    /** What it suffers at this moment; its time may be over. */
    Optional<Trouble> trouble(long nowNs) {
        if (trouble != null && nowNs - untilNs >= 0) {
            trouble = null;
        }
        return Optional.ofNullable(trouble);
    }

    boolean cut(long nowNs) {
        return trouble(nowNs).filter(Trouble.Cut.class::isInstance).isPresent();
    }

    boolean reset(long nowNs) {
        return trouble(nowNs).filter(Trouble.Reset.class::isInstance).isPresent();
    }

    /** How long what is read now is kept back. */
    long delayNs(long nowNs) {
        if (trouble(nowNs).orElse(null) instanceof Trouble.Delay(var by, var jitter)) {
            return by.toNanos() + (jitter.isZero() ? 0 : random.nextLong(jitter.toNanos() + 1));
        }
        return 0;
    }

    /** How many bytes may be read now, at most {@code wanted}. */
    int allowed(int wanted, long nowNs) {
        if (cut(nowNs)) {
            return 0;
        }
        if (trouble(nowNs).orElse(null) instanceof Trouble.Throttle(long perSecond)) {
            double fresh = perSecond * ((nowNs - filledNs) / NS_PER_SECOND);
            allowance = Math.min(Math.max(1, perSecond * (BURST_MS / 1000.0)), allowance + fresh);
            filledNs = nowNs;
            return (int) Math.min(wanted, allowance);
        }
        return wanted;
    }

    void used(int bytes) {
        allowance -= bytes;
    }

    /** When it may be otherwise than now without an order; {@link Long#MAX_VALUE} if never. */
    long changesInNs(long nowNs) {
        return trouble(nowNs).isPresent() ? untilNs - nowNs : Long.MAX_VALUE;
    }

    boolean throttled(long nowNs) {
        return trouble(nowNs).filter(Trouble.Throttle.class::isInstance).isPresent();
    }
}
