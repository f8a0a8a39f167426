package squall.report.model;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import squall.measure.Window;
import squall.measure.server.ServerFigures;
import squall.report.chart.ChartTrack;
import squall.report.chart.LatencyChart;
import squall.report.chart.LatencyChart.LogScale;
import squall.report.chart.ThroughputChart.OperationLine;
import squall.results.RunSummary;
import squall.results.RunSummary.OperationTotals;

/** Figures of one window. @param number its place among the windows */
public record WindowFigures(ReportData evidence, int number) {
    /** Share of failed operations from which a second counts as failed. */
    private static final double MOST_FAILED = 0.01;

    public Window window() {
        return evidence.windows().get(number);
    }

    String phase() {
        return window().origin().phase();
    }

    /** Returns its length in seconds, with fractions, as far as the run came: the one by which the summary has its rates. */
    double seconds() {
        return totals().map(RunSummary.WindowTotals::seconds)
                .orElseGet(() -> Math.max(
                        0, Math.min((double) window().toSecond(), evidence.elapsedSeconds()) - window().fromSecond()));
    }

    /** Returns the window as far as the run lasted: without the seconds after its end, in which calls were still under way. */
    private Window untilEnd() {
        return window().lasting(seconds());
    }

    private Optional<RunSummary.WindowTotals> totals() {
        return evidence.summary()
                .flatMap(summary -> summary.windows().stream().skip(number).findFirst());
    }

    long ok() {
        return sum(total().ok());
    }

    long failed() {
        return sum(total().failed());
    }

    long retries() {
        return sum(total().retries());
    }

    public double failedShare() {
        long ended = ok() + failed();
        return ended == 0 ? 0 : (double) failed() / ended;
    }

    /** Returns the acknowledged whole operations per second. */
    public double okPerSecond() {
        return perSecond(ok());
    }

    /** Returns by how many percent it acknowledged more than the baseline. */
    public double percentAbove(WindowFigures baseline) {
        return 100 * (okPerSecond() / baseline.okPerSecond() - 1);
    }

    public double perSecond(long count) {
        return seconds() == 0 ? 0 : count / seconds();
    }

    /** Returns the sum of one operation's track in this window. */
    public long sum(ChartTrack track) {
        return track.sum(window().fromSecond(), window().toSecond());
    }

    public Histogram latency() {
        return evidence.windowLatencies().of(number);
    }

    Histogram latency(OperationLine line) {
        return evidence.windowLatencies().of(number, line.operation());
    }

    /** Returns how many acknowledged operations of one kind found no row; empty where the run left no summary that says so. */
    OptionalLong notFound(OperationLine line) {
        return totals(line).map(OperationTotals::notFound).orElse(OptionalLong.empty());
    }

    /** Returns how many acknowledged operations of one kind wrote nothing, because the row was there; empty without a summary. */
    OptionalLong existed(OperationLine line) {
        return totals(line).stream().mapToLong(OperationTotals::existed).findFirst();
    }

    private Optional<OperationTotals> totals(OperationLine line) {
        return totals().stream()
                .flatMap(window -> window.operations().stream())
                .filter(operation -> operation.operation().equals(line.operation()))
                .findFirst();
    }

    /** Returns the fewest operations acknowledged in one whole second; empty where there are fewer than two, which have no lowest. */
    public OptionalInt lowestSecond() {
        long end = window().fromSecond() + (long) seconds();
        return end - window().fromSecond() < 2
                ? OptionalInt.empty()
                : total().completed().between(window().fromSecond(), end).min();
    }

    /** Returns the highest p95 of a recorded interval, in microseconds. */
    public OptionalInt worstP95() {
        IntStream values = p95();
        return values.max().stream()
                .map(log -> (int) Math.round(LogScale.micros(log)))
                .findFirst();
    }

    private IntStream p95() {
        LatencyChart latencies = evidence.latencies();
        ChartTrack p95 = latencies.percentile(95.0);
        return IntStream.range(0, p95.size())
                .filter(i -> window().contains(latencies.from().at(i)))
                .map(p95::at)
                .filter(log -> log != ChartTrack.NONE);
    }

    /** Returns the figures of the database's own metrics. */
    public ServerFigures servers() {
        return ServerFigures.of(
                evidence.readings(), untilEnd(), number == evidence.windows().size() - 1);
    }

    /** Returns the number of seconds in which an operation was due or in flight. */
    long askedSeconds() {
        return seconds(this::asked);
    }

    /** Returns the number of those seconds in which an operation was acknowledged and under 1 % failed. */
    long availableSeconds() {
        return seconds(second -> asked(second) && available(second));
    }

    private long seconds(IntPredicate which) {
        return IntStream.range((int) window().fromSecond(), (int)
                        Math.min(untilEnd().toSecond(), evidence.series().seconds()))
                .filter(which)
                .count();
    }

    private boolean asked(int second) {
        return due(second) > 0 || evidence.series().inFlight().at(second) > 0;
    }

    private boolean available(int second) {
        return total().completed().at(second) > 0
                && total().failed().at(second) < MOST_FAILED * Math.max(1, due(second));
    }

    private long due(int second) {
        return (long) total().ok().at(second) + total().failed().at(second);
    }

    private OperationLine total() {
        return evidence.series().total();
    }
}
