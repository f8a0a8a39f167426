package squall.testbed.link;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster.Impairment;

/**
 * Condition of one direction of a link: its impairment, and its end; belongs to the thread that relays. All times are readings of one
 * nanosecond clock.
 *
 * <p>A throttle is a token bucket that fills while time passes and contains no more than {@value #BURST_MS} ms of its rate.
 */
final class LinkCondition {
    private static final int BURST_MS = 50;
    private static final double NS_PER_SECOND = 1e9;

    private final RandomGenerator random;
    private @Nullable Impairment impairment;
    private long untilNs;
    private double allowance;
    private long filledNs;

    LinkCondition(RandomGenerator random) {
        this.random = random;
    }

    void set(Impairment now, long atNs, long until) {
        impairment = now;
        untilNs = until;
        allowance = 0;
        filledNs = atNs;
    }

    void clear() {
        impairment = null;
    }

    /** Returns the impairment at this moment, if its time is not over. */
    Optional<Impairment> impairment(long nowNs) {
        if (impairment != null && nowNs - untilNs >= 0) {
            impairment = null;
        }
        return Optional.ofNullable(impairment);
    }

    boolean cut(long nowNs) {
        return impairment(nowNs).filter(Impairment.Cut.class::isInstance).isPresent();
    }

    boolean reset(long nowNs) {
        return impairment(nowNs).filter(Impairment.Reset.class::isInstance).isPresent();
    }

    /** Returns the delay of bytes that are read now. */
    long delayNs(long nowNs) {
        if (impairment(nowNs).orElse(null) instanceof Impairment.Delay(var by, var jitter)) {
            return by.toNanos() + (jitter.isZero() ? 0 : random.nextLong(jitter.toNanos() + 1));
        }
        return 0;
    }

    /** Returns the number of bytes that may be read now, at most {@code wanted}. */
    int allowed(int wanted, long nowNs) {
        if (cut(nowNs)) {
            return 0;
        }
        if (impairment(nowNs).orElse(null) instanceof Impairment.Throttle(long perSecond)) {
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

    /** Returns the time after which the condition may change without a command; {@link Long#MAX_VALUE} if never. */
    long changesInNs(long nowNs) {
        return impairment(nowNs).isPresent() ? untilNs - nowNs : Long.MAX_VALUE;
    }

    boolean throttled(long nowNs) {
        return impairment(nowNs).filter(Impairment.Throttle.class::isInstance).isPresent();
    }
}
