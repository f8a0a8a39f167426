package squall.results.recorded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import squall.engine.RunResult;
import squall.engine.monitor.DatabaseMonitor.PollingStatistics;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.measure.server.ServerFigures;
import squall.measure.server.ServerReadings;
import squall.results.ServerSummary;
import squall.results.file.ReadingsFile;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;

/**
 * Database's own metrics of a run: the polling statistics and the readings.
 *
 * @param tallies one for each instrument
 * @param unreadable why the readings could not be read back; then there are none
 */
public record ServerActivity(
        List<PollingStatistics> tallies, ServerReadings readings, List<Window> windows, Optional<String> unreadable) {
    private static final double MB = 1e6;

    public ServerActivity {
        tallies = List.copyOf(tallies);
        windows = List.copyOf(windows);
    }

    /** @param directory the run's, whose readings are complete */
    public static ServerActivity of(List<PollingStatistics> tallies, Path directory, RunResult result) {
        Path file = directory.resolve(ReadingsFile.NAME);
        List<Window> windows =
                result.windows().stream().map(WindowSummary::untilEnd).toList();
        try {
            ServerReadings readings = Files.exists(file) ? ReadingsFile.read(file) : new ServerReadings();
            return new ServerActivity(tallies, readings, windows, Optional.empty());
        } catch (IOException e) {
            return new ServerActivity(
                    tallies, new ServerReadings(), windows, Optional.of(String.valueOf(e.getMessage())));
        }
    }

    /** Returns the member of the run's summary. */
    public ServerSummary summary() {
        Map<String, String> absent = new TreeMap<>();
        tallies.forEach(
                tally -> tally.absent().forEach((metric, why) -> absent.put(metric.label(), SecretMasking.mask(why))));
        return new ServerSummary(
                tallies.stream().map(ServerSummary.InstrumentReadings::of).toList(),
                absent,
                windows.stream()
                        .map(window -> ServerSummary.ServerWindow.of(
                                window.name(), ServerFigures.of(readings, window, window.equals(windows.getLast()))))
                        .toList(),
                unreadable);
    }

    /** Describes the metrics over all measured windows in one line; none if the database reported nothing. */
    public List<String> lines() {
        List<Window> measured = windows.stream()
                .filter(window -> window.kind() != Window.Kind.WARMUP)
                .toList();
        if (measured.isEmpty()) {
            return List.of();
        }
        Window whole = measured.getFirst().until(measured.getLast().toSecond());
        ServerFigures figures = ServerFigures.of(readings, whole, true);
        List<String> parts = new ArrayList<>();
        add(parts, figures.queriesPerSecond(), 1, " statements/s");
        add(parts, figures.queryP95Ms(), 1, " ms at most for 95 % of them");
        add(parts, figures.commitsPerSecond(), 1, " commits/s");
        add(parts, figures.cpuCores(), 1, " cores");
        add(parts, figures.diskBytes(), 1 / MB, " MB on disk");
        add(parts, figures.sstables(), 1, " SSTables");
        return parts.isEmpty() ? List.of() : List.of(head() + String.join(", ", parts));
    }

    /** Returns the beginning of the line. Rates are those of the time in which the database answered, which can be a part of a window. */
    private String head() {
        boolean always = tallies.stream().allMatch(tally -> tally.missed() == 0);
        return "database by its own figures" + (always ? ": " : ", while it answered: ");
    }

    private static void add(List<String> parts, OptionalDouble value, double factor, String what) {
        if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
            parts.add(HumanNumbers.amount(value.getAsDouble() * factor) + what);
        }
    }
}
