package squall.report.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import squall.cli.Figures;
import squall.measure.SuccessGap;
import squall.results.Figure;

/** The headline figures. Of several windows that count each figure is of the one that it is worst in, or of the baseline. */
final class Tiles {
    private final Evidence evidence;
    private final List<WindowFigures> windows;
    private final WindowFigures first;

    private Tiles(Evidence evidence, List<WindowFigures> windows) {
        this.evidence = evidence;
        this.windows = windows;
        this.first = evidence.baseline().orElse(windows.getFirst());
    }

    static List<Tile> of(Evidence evidence, List<Expectation> expectations) {
        List<Tile> tiles = new ArrayList<>();
        if (!evidence.measured().isEmpty()) {
            tiles.addAll(new Tiles(evidence, evidence.measured()).all());
        }
        Scenarios.of(evidence).flatMap(Scenarios::longestRecovery).ifPresent(tiles::add);
        Judgements.data(expectations).ifPresent(status -> tiles.add(data(status, expectations)));
        return tiles;
    }

    private List<Tile> all() {
        List<Tile> tiles = new ArrayList<>();
        evidence.figures().stream().limit(2).map(Tiles::figure).forEach(tiles::add);
        tiles.add(plain(
                "Goodput",
                Figures.amount(first.okPerSecond()) + " ok/s",
                first.window().name()));
        lowest().ifPresent(tiles::add);
        latency(50, "p50").ifPresent(tiles::add);
        latency(99, "p99").ifPresent(tiles::add);
        latency(99.9, "p99.9").ifPresent(tiles::add);
        tiles.add(failed());
        available().ifPresent(tiles::add);
        evidence.longestGap().map(Tiles::gap).ifPresent(tiles::add);
        return tiles;
    }

    private static Tile figure(Figure figure) {
        return plain(figure.name(), (figure.text() + " " + figure.unit()).strip(), "of the workload");
    }

    private Optional<Tile> lowest() {
        return windows.stream()
                .filter(window -> window.lowestSecond().isPresent())
                .min(Comparator.comparingInt(window -> window.lowestSecond().getAsInt()))
                .map(window -> plain(
                        "Lowest second",
                        Figures.count(window.lowestSecond().getAsInt()) + " ok",
                        window.window().name()));
    }

    /** From the first window to the worst. */
    private Optional<Tile> latency(double percentile, String label) {
        Optional<WindowFigures> worst = windows.stream()
                .filter(window -> window.latency().getTotalCount() > 0)
                .max(Comparator.comparingLong(window -> window.latency().getValueAtPercentile(percentile)));
        return worst.map(window -> {
            String value = milliseconds(window, percentile);
            Histogram base = first.latency();
            boolean same = window.equals(first) || base.getTotalCount() == 0;
            return plain(
                    label,
                    (same ? "" : milliseconds(first, percentile) + " → ") + value + " ms",
                    same
                            ? window.window().name()
                            : first.window().name() + " → " + window.window().name());
        });
    }

    private static String milliseconds(WindowFigures window, double percentile) {
        return Figures.milliseconds(window.latency().getValueAtPercentile(percentile));
    }

    private Tile failed() {
        long failed = windows.stream().mapToLong(WindowFigures::failed).sum();
        long ended = failed + windows.stream().mapToLong(WindowFigures::ok).sum();
        return new Tile(
                "Failed",
                Figures.percent(ended == 0 ? 0 : (double) failed / ended),
                Figures.count(failed) + " of " + Figures.count(ended) + ", after retries",
                failed == 0 ? Tone.GOOD : Tone.BAD);
    }

    private Optional<Tile> available() {
        long asked = windows.stream().mapToLong(WindowFigures::askedSeconds).sum();
        long available =
                windows.stream().mapToLong(WindowFigures::availableSeconds).sum();
        return asked == 0
                ? Optional.empty()
                : Optional.of(new Tile(
                        "Availability",
                        Figures.percent((double) available / asked),
                        Figures.count(available) + " of " + Figures.count(asked)
                                + " s: something acknowledged, under 1 % failed",
                        available == asked ? Tone.GOOD : Tone.BAD));
    }

    private static Tile gap(SuccessGap gap) {
        return new Tile(
                "Longest outage",
                Figures.length(Duration.ofNanos(gap.lengthNs())),
                "no operation completed successfully from "
                        + Figures.clock(Duration.ofNanos(gap.fromNs()).toSeconds()),
                Tone.BAD);
    }

    private static Tile data(Status status, List<Expectation> expectations) {
        long checks = expectations.stream()
                .filter(e -> e.subject().equals(Judgements.DATA))
                .count();
        return new Tile("Data check", status.shown(), Figures.counted(checks, "check") + ", below", status.tone());
    }

    private static Tile plain(String label, String value, String note) {
        return new Tile(label, value, note, Tone.PLAIN);
    }
}
