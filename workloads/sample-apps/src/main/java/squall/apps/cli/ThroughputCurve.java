package squall.apps.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Throughput by number of sessions, each number twice the one before, and where it ceases to pay. Pure.
 *
 * @param p99LimitMs that must not be passed; infinite: none
 */
record ThroughputCurve(List<CurvePoint> steps, double p99LimitMs) {
    /** More than this share must be won by twice the sessions. */
    private static final double WORTH = 1.03;

    private static final int MOST = 1024;

    /** What one number of sessions did. @param perSecond acknowledged operations of the kind that is raised @param failed of all kinds */
    record CurvePoint(int sessions, double perSecond, double p99Ms, long failed) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%5d sessions %,12.1f ops/s   p99 %,.2f ms%s",
                    sessions,
                    perSecond,
                    p99Ms,
                    failed == 0 ? "" : "   " + failed + " failed");
        }
    }

    ThroughputCurve {
        steps = List.copyOf(steps);
        if (!(p99LimitMs > 0)) {
            throw new IllegalArgumentException("the limit of p99 must be positive: " + p99LimitMs);
        }
    }

    ThroughputCurve with(CurvePoint step) {
        return new ThroughputCurve(
                Stream.concat(steps.stream(), Stream.of(step)).toList(), p99LimitMs);
    }

    /** The number to try next, if {@link #over} does not hold. */
    int next() {
        return steps.isEmpty() ? 1 : steps.getLast().sessions() * 2;
    }

    boolean over() {
        return !why().isEmpty();
    }

    /** Why more sessions are not tried; empty as long as they are. */
    String why() {
        if (steps.isEmpty()) {
            return "";
        }
        CurvePoint last = steps.getLast();
        if (last.failed() > 0) {
            return "operations failed";
        }
        if (last.p99Ms() > p99LimitMs) {
            return "p99 passed " + p99LimitMs + " ms";
        }
        if (steps.size() > 1
                && last.perSecond() < WORTH * steps.get(steps.size() - 2).perSecond()) {
            return "twice the sessions gained less than 3 %";
        }
        return next() > MOST ? "more than " + MOST + " are not tried" : "";
    }

    /** The fewest sessions that no larger number beats by more than it is worth, within the limit; one if none is. */
    int best() {
        double most = good().stream().mapToDouble(CurvePoint::perSecond).max().orElse(0);
        return good().stream()
                .filter(step -> step.perSecond() * WORTH >= most)
                .min(Comparator.comparingInt(CurvePoint::sessions))
                .map(CurvePoint::sessions)
                .orElse(1);
    }

    private List<CurvePoint> good() {
        return steps.stream()
                .filter(step -> step.p99Ms() <= p99LimitMs && step.failed() == 0)
                .toList();
    }
}
