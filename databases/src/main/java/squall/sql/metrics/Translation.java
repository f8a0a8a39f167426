package squall.sql.metrics;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import squall.spi.Metric;
import squall.spi.Reading;
import squall.sql.metrics.PageText.Sample;

/**
 * What a server's page says in our words.
 *
 * @param words by the names of the page's samples
 */
record Translation(Map<String, Word> words) {
    /**
     * One of the page's names.
     *
     * @param factor from its unit to ours; of a bucket, from its bound's unit to seconds
     * @param join how samples of the same name, of several stores or tables, and of names that mean the same, become one
     */
    record Word(Metric metric, double factor, Join join) {}

    /** How several samples become one. */
    enum Join {
        SUM,
        HIGHEST
    }

    Translation {
        words = Map.copyOf(words);
    }

    boolean knows(String name) {
        return words.containsKey(name);
    }

    /** The page of one server. @throws IllegalArgumentException if a line that is wanted cannot be read */
    List<Reading> readings(String node, Iterable<String> lines) {
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        Map<Double, Double> buckets = new TreeMap<>();
        PageText.read(lines, this::knows, sample -> {
            Word word = words.get(sample.name());
            if (word != null && word.metric() == Metric.QUERY_BUCKET) {
                bound(sample).ifPresent(bound -> buckets.merge(bound * word.factor(), sample.value(), Double::sum));
            } else if (word != null) {
                values.merge(
                        word.metric(),
                        sample.value() * word.factor(),
                        word.join() == Join.SUM ? Double::sum : Math::max);
            }
        });
        List<Reading> readings = new ArrayList<>();
        values.forEach((metric, value) -> readings.add(Reading.of(node, metric, value)));
        buckets.forEach((bound, count) -> readings.add(Reading.bucket(node, bound, count)));
        return readings;
    }

    private static OptionalDouble bound(Sample bucket) {
        String bound = bucket.labels().get("le");
        if (bound == null) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound));
    }
}
