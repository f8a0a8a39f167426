package squall.results.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import squall.engine.monitor.DatabaseMonitor;
import squall.measure.server.ServerReadings;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.table.CsvFormat;

/** {@code server/metrics.csv}: the readings of the database's instruments during the load; one line for each metric of each poll. */
public final class ReadingsFile implements Closeable {
    public static final String NAME = "server/metrics.csv";

    private static final String HEAD = CsvFormat.line("t_s", "node", "metric", "bound_s", "value");

    private final AppendOnlyFile out;

    /** Creates the file and its folder, which only runs with instruments have. */
    public ReadingsFile(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        Files.createDirectories(file.getParent());
        this.out = new AppendOnlyFile(file);
        out.line(HEAD);
    }

    public void write(DatabaseMonitor.MetricSample.Seen seen) throws IOException {
        String at = CsvFormat.decimal(seen.atNs() / 1e9);
        for (InstrumentReading reading : seen.readings()) {
            out.line(CsvFormat.line(
                    at,
                    reading.node(),
                    reading.metric().label(),
                    reading.bound().isPresent() ? number(reading.bound().getAsDouble()) : "",
                    number(reading.value())));
        }
        out.flush();
    }

    /** Reads all complete lines, except those of metrics that this version does not know. */
    public static ServerReadings read(Path file) throws IOException {
        ServerReadings readings = new ServerReadings();
        CsvRow.readAll(file, HEAD, row -> add(readings, row));
        return readings;
    }

    private static boolean add(ServerReadings readings, CsvRow row) {
        Optional<ServerMetric> metric = Stream.of(ServerMetric.values())
                .filter(known -> known.label().equals(row.text("metric")))
                .findFirst();
        metric.ifPresent(known -> readings.add(
                row.number("t_s"),
                new InstrumentReading(row.text("node"), known, row.optionalNumber("bound_s"), row.number("value"))));
        return metric.isPresent();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Formats whole numbers without a point, others with all their digits. */
    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%d", (long) value)
                : Double.toString(value);
    }
}
