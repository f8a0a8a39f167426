package squall.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import squall.measure.server.Readings;
import squall.run.watch.Look;
import squall.spi.Metric;
import squall.spi.Reading;

/** {@code server/metrics.csv}: what instruments read of the database while the load ran; one line for each figure of each look. */
final class ReadingsFile implements Closeable {
    static final String NAME = "server/metrics.csv";

    private static final String HEAD = Csv.line("t_s", "node", "metric", "bound_s", "value");

    private final LineFile out;

    /** Makes the folder too: only runs with instruments have one. */
    ReadingsFile(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        Files.createDirectories(file.getParent());
        this.out = new LineFile(file);
        out.line(HEAD);
    }

    void write(Look.Seen seen) throws IOException {
        String at = Csv.decimal(seen.atNs() / 1e9);
        for (Reading reading : seen.readings()) {
            out.line(Csv.line(
                    at,
                    reading.node(),
                    reading.metric().label(),
                    reading.bound().isPresent() ? number(reading.bound().getAsDouble()) : "",
                    number(reading.value())));
        }
        out.flush();
    }

    /** All whole lines, those left out whose metric an other version knows. */
    static Readings read(Path file) throws IOException {
        Readings readings = new Readings();
        CsvRow.readAll(file, HEAD, row -> add(readings, row));
        return readings;
    }

    private static boolean add(Readings readings, CsvRow row) {
        Optional<Metric> metric = Stream.of(Metric.values())
                .filter(known -> known.label().equals(row.text("metric")))
                .findFirst();
        metric.ifPresent(known -> readings.add(
                row.number("t_s"),
                new Reading(
                        row.text("node"), known, row.milliseconds("bound_s"), row.number("value"))));
        return metric.isPresent();
    }

    private static OptionalDouble bound(String text) {
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Whole numbers without a point; others as exactly as they are. */
    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%d", (long) value)
                : Double.toString(value);
    }
}
