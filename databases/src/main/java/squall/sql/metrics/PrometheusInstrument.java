package squall.sql.metrics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.sql.metrics.PrometheusText.PrometheusSample;

/** Instrument that reads one page that a server publishes for Prometheus. */
final class PrometheusInstrument implements Instrument {
    /** Interval, equal to CockroachDB's own sampling; each page is some megabytes of work for its server. */
    private static final Duration EVERY = Duration.ofSeconds(10);

    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final int MOST_LINES = 200_000;
    private static final int OK = 200;

    private final String node;
    private final URI page;
    private final MetricTranslation translation;
    private final Map<ServerMetric, String> absent;

    /** @param node as readings name it */
    PrometheusInstrument(String node, URI page, MetricTranslation translation, Map<ServerMetric, String> absent) {
        this.node = node;
        this.page = page;
        this.translation = translation;
        this.absent = Map.copyOf(absent);
    }

    @Override
    public String source() {
        return page.toString();
    }

    @Override
    public Duration every() {
        return EVERY;
    }

    @Override
    public List<InstrumentReading> read() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
        try {
            connection.setConnectTimeout((int) LIMIT.toMillis());
            connection.setReadTimeout((int) LIMIT.toMillis());
            connection.setInstanceFollowRedirects(false);
            if (connection.getResponseCode() != OK) {
                throw new IOException("answered " + connection.getResponseCode() + ", not " + OK);
            }
            return readings(connection);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    page + ": " + e.getMessage() + "; give another page with --db-metrics, or turn it off", e);
        } finally {
            connection.disconnect();
        }
    }

    @Override
    public Map<ServerMetric, String> absent() {
        return absent;
    }

    private List<InstrumentReading> readings(HttpURLConnection connection) throws IOException {
        List<InstrumentReading> readings = translation.readings(node, wanted(connection));
        if (readings.isEmpty()) {
            throw new IOException("contains no known metric");
        }
        return readings;
    }

    /** Reads the lines of used metrics, so that a page of megabytes is never held whole; bounded, should it never end. */
    private List<String> wanted(HttpURLConnection connection) throws IOException {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        List<String> wanted = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            int count = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (++count > MOST_LINES || System.nanoTime() > endNs) {
                    throw new IOException(
                            "did not end within " + MOST_LINES + " lines and " + LIMIT.toSeconds() + " s");
                }
                if (translation.knows(PrometheusText.name(line))) {
                    wanted.add(line);
                }
            }
        }
        return wanted;
    }

    /**
     * Translation of a server's page to Squall's metrics.
     *
     * @param words by the names of the page's samples
     */
    record MetricTranslation(Map<String, Word> words) {
        /**
         * Translation of one of the page's names.
         *
         * @param factor from its unit to Squall's; of a bucket, from the unit of its bound to seconds
         * @param join aggregation of samples of the same name, of several stores or tables, and of names with the same meaning
         * @param folder the figure of each store by itself; null: none
         */
        record Word(
                ServerMetric metric,
                double factor,
                Join join,
                @Nullable ServerMetric folder) {
            Word(ServerMetric metric, double factor, Join join) {
                this(metric, factor, join, null);
            }
        }

        /** Aggregation of several samples. */
        enum Join {
            SUM,
            HIGHEST
        }

        MetricTranslation {
            words = Map.copyOf(words);
        }

        boolean knows(String name) {
            return words.containsKey(name);
        }

        /** Translates the page of one server. @throws IllegalArgumentException if a line of a used metric cannot be parsed */
        List<InstrumentReading> readings(String node, Iterable<String> lines) {
            Map<ServerMetric, Double> values = new EnumMap<>(ServerMetric.class);
            Map<Double, Double> buckets = new TreeMap<>();
            List<InstrumentReading> readings = new ArrayList<>();
            PrometheusText.read(lines, this::knows, sample -> {
                Word word = words.get(sample.name());
                if (word != null && word.metric() == ServerMetric.QUERY_BUCKET) {
                    bound(sample).ifPresent(bound -> buckets.merge(bound * word.factor(), sample.value(), Double::sum));
                } else if (word != null) {
                    values.merge(
                            word.metric(),
                            sample.value() * word.factor(),
                            word.join() == Join.SUM ? Double::sum : Math::max);
                    ofStore(node, sample, word).ifPresent(readings::add);
                }
            });
            values.forEach((metric, value) -> readings.add(InstrumentReading.of(node, metric, value)));
            buckets.forEach((bound, count) -> readings.add(InstrumentReading.bucket(node, bound, count)));
            return readings;
        }

        private static Optional<InstrumentReading> ofStore(String node, PrometheusSample sample, Word word) {
            ServerMetric folder = word.folder();
            String store = sample.labels().get("store");
            return folder == null || store == null
                    ? Optional.empty()
                    : Optional.of(
                            InstrumentReading.of(node + " store" + store, folder, sample.value() * word.factor()));
        }

        private static OptionalDouble bound(PrometheusSample bucket) {
            String bound = bucket.labels().get("le");
            if (bound == null) {
                return OptionalDouble.empty();
            }
            return OptionalDouble.of(bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound));
        }
    }
}
