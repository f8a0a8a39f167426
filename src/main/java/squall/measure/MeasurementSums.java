package squall.measure;

import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Adds what several stretches or several clients measured. */
final class MeasurementSums {
    private MeasurementSums() {}

    /** Both together; neither is changed. */
    static Histogram of(Histogram one, Histogram other) {
        Histogram sum = MicrosHistogram.newHistogram();
        sum.add(one);
        sum.add(other);
        return sum;
    }

    static <K> Map<K, Long> of(Map<K, Long> one, Map<K, Long> other) {
        Map<K, Long> sum = new HashMap<>(one);
        other.forEach((key, count) -> sum.merge(key, count, Long::sum));
        return sum;
    }
}
