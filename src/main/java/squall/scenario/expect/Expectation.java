package squall.scenario.expect;

import java.util.Locale;
import java.util.OptionalDouble;
import squall.scenario.expect.Figures.Found;
import squall.scenario.expect.Judgement.Verdict;
import squall.scenario.expect.Measure.Kind;

/** A measure and the limit that it must keep; on which side is the measure's own. */
public record Expectation(Measure measure, Limit limit) {
    public Expectation {
        if (!fits(measure.kind(), limit)) {
            throw new IllegalArgumentException("expect." + measure.key() + " must be "
                    + LimitText.wanted(measure.kind()) + ", not " + LimitText.of(limit));
        }
    }

    /** As users write it, for example {@code <= 3x baseline}. @throws IllegalArgumentException saying what is wanted */
    public static Expectation parse(Measure measure, String text) {
        return new Expectation(measure, LimitText.parse(measure, text));
    }

    /** As {@link #parse} reads it. */
    public String text() {
        String bound = LimitText.of(limit);
        if (measure.kind() == Kind.COUNT) {
            return bound;
        }
        return (measure.kind().atLeast() ? ">= " : "<= ") + bound;
    }

    public Judgement judge(Figures figures) {
        Found found = figures.found(measure);
        OptionalDouble bound = bound(figures);
        String shown = shown(found);
        if (bound.isEmpty()) {
            return new Judgement(this, Verdict.UNDECIDED, shown + ", but the baseline was not measured");
        }
        return new Judgement(this, verdict(found, bound.getAsDouble()), shown);
    }

    private Verdict verdict(Found found, double bound) {
        return switch (found) {
            case Found.Exactly exactly -> good(exactly.figure(), bound) ? Verdict.MET : Verdict.MISSED;
            case Found.MoreThan more -> censored(more.figure(), bound);
            case Found.Unmeasured unmeasured -> Verdict.UNDECIDED;
        };
    }

    // Written so that NaN is not good.
    private boolean good(double figure, double bound) {
        return measure.kind().atLeast() ? figure >= bound : figure <= bound;
    }

    // More than enough is enough; whether it was too much is known only if it was watched up to the limit.
    private Verdict censored(double figure, double bound) {
        if (figure < bound) {
            return Verdict.UNDECIDED;
        }
        return measure.kind().atLeast() ? Verdict.MET : Verdict.MISSED;
    }

    private OptionalDouble bound(Figures figures) {
        return switch (limit) {
            case Limit.Count count -> OptionalDouble.of((double) count.number());
            case Limit.Time time -> OptionalDouble.of(time.time().toNanos() / 1e9);
            case Limit.Plain number -> OptionalDouble.of(number.number());
            case Limit.PerSecond rate -> OptionalDouble.of(rate.number());
            case Limit.OfBaseline times -> {
                OptionalDouble base = figures.baseline(measure);
                yield base.isPresent() ? OptionalDouble.of(times.factor() * base.getAsDouble()) : base;
            }
        };
    }

    private String shown(Found found) {
        return switch (found) {
            case Found.Exactly exactly -> figure(exactly.figure());
            case Found.MoreThan more -> "more than " + figure(more.figure());
            case Found.Unmeasured unmeasured -> "not measured: " + unmeasured.why();
        };
    }

    private String figure(double figure) {
        return switch (measure.kind()) {
            case COUNT -> String.format(Locale.ROOT, "%.0f", figure);
            case TIME -> String.format(Locale.ROOT, "%.1f s", figure);
            case LATENCY -> String.format(Locale.ROOT, "%.1f ms", figure * 1e3);
            case SHARE -> String.format(Locale.ROOT, "%.4f", figure);
            case RATIO -> String.format(Locale.ROOT, "%.2fx", figure);
            case THROUGHPUT -> String.format(Locale.ROOT, "%.1f/s", figure);
        };
    }

    private static boolean fits(Kind kind, Limit limit) {
        return switch (limit) {
            case Limit.Count count -> kind == Kind.COUNT && count.number() >= 0;
            case Limit.Time time ->
                (kind == Kind.TIME || kind == Kind.LATENCY) && !time.time().isNegative();
            case Limit.Plain number ->
                kind == Kind.SHARE
                        ? number.number() >= 0 && number.number() <= 1
                        : kind == Kind.RATIO && sane(number.number());
            case Limit.PerSecond rate -> kind == Kind.THROUGHPUT && sane(rate.number());
            case Limit.OfBaseline times -> (kind == Kind.LATENCY || kind == Kind.THROUGHPUT) && sane(times.factor());
        };
    }

    private static boolean sane(double number) {
        return number >= 0 && number < Double.POSITIVE_INFINITY;
    }
}
