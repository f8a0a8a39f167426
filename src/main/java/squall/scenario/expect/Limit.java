package squall.scenario.expect;

import java.time.Duration;

/** Which figure is still good. */
public sealed interface Limit {
    record Count(long number) implements Limit {}

    record Time(Duration time) implements Limit {}

    /** A share or a ratio. */
    record Plain(double number) implements Limit {}

    record PerSecond(double number) implements Limit {}

    /** Times what the same measure showed in the baseline. */
    record OfBaseline(double factor) implements Limit {}
}
