package squall.sql.metrics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import squall.spi.Instrument;
import squall.spi.Metric;
import squall.spi.Reading;

/** One page that a server publishes for Prometheus. */
final class PageInstrument implements Instrument {
    /** As often as CockroachDB itself samples; each page is some megabytes of work for its server. */
    private static final Duration EVERY = Duration.ofSeconds(10);

    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final int MOST_LINES = 200_000;
    private static final int OK = 200;

    private final String node;
    private final URI page;
    private final Translation translation;
    private final Map<Metric, String> absent;

    /** @param node as readings name it */
    PageInstrument(String node, URI page, Translation translation, Map<Metric, String> absent) {
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
    public List<Reading> read() throws IOException {
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
            throw new IOException(page + ": " + e.getMessage() + "; --db-metrics can name another page, or off", e);
        } finally {
            connection.disconnect();
        }
    }

    @Override
    public Map<Metric, String> absent() {
        return absent;
    }

    @Override
    public void close() {
        // Nothing is held between readings.
    }

    private List<Reading> readings(HttpURLConnection connection) throws IOException {
        List<Reading> readings = translation.readings(node, wanted(connection));
        if (readings.isEmpty()) {
            throw new IOException("says nothing that is known here");
        }
        return readings;
    }

    /** The lines that mean something, so that a page of megabytes is never held whole; bounded, should it never end. */
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
                if (translation.knows(PageText.name(line))) {
                    wanted.add(line);
                }
            }
        }
        return wanted;
    }
}
