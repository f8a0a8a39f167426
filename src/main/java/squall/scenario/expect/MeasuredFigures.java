package squall.scenario.expect;

import java.util.OptionalDouble;

/** What was measured in a phase or a run. Times are in seconds, throughput in operations per second, all else is a plain number. */
public interface MeasuredFigures {
    Found found(ExpectationMeasure measure);

    /** The same measure in the baseline window; called for latency and throughput only. */
    OptionalDouble baseline(ExpectationMeasure measure);

    /** What is known of a figure. */
    sealed interface Found {
        record Exactly(double figure) implements Found {}

        /** It was watched until then and no further: a recovery that was not seen, for example. */
        record MoreThan(double figure) implements Found {}

        /** @param why one line */
        record Unmeasured(String why) implements Found {}
    }
}
