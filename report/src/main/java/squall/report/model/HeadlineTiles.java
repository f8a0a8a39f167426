package squall.report.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import squall.check.isolation.JudgeRequest;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.report.model.ReportDocument.HeadlineTile;
import squall.report.model.ReportDocument.ReportedExpectation;
import squall.results.RunSummary;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.history.IsolationRecord;
import squall.spi.CheckResult;
import squall.system.HumanNumbers;
import squall.table.TableCell.CellTone;

/**
 * Set of the headline figures. Of several windows that count each figure is of the one that it is worst in, or of the baseline. Under a
 * scenario the windows before the baseline and between phases are not compared: in the first ones connections begin.
 */
final class HeadlineTiles {
    private static final String ISOLATION = "Isolation";

    private final ReportData evidence;

    /** Windows that were measured. */
    private final List<WindowFigures> windows;

    /** Windows that are compared: a figure is of the worst of them. */
    private final List<WindowFigures> judged;

    private final WindowFigures first;

    private HeadlineTiles(ReportData evidence, List<WindowFigures> windows) {
        this.evidence = evidence;
        this.windows = windows;
        this.judged = judged(windows);
        this.first = evidence.baseline().orElse(windows.getFirst());
    }

    static List<HeadlineTile> of(ReportData evidence, List<ReportedExpectation> expectations) {
        List<HeadlineTile> tiles = new ArrayList<>();
        if (!evidence.measured().isEmpty()) {
            tiles.addAll(new HeadlineTiles(evidence, evidence.measured()).all());
        }
        ScenarioSection.of(evidence).flatMap(ScenarioSection::longestRecovery).ifPresent(tiles::add);
        tiles.addAll(isolation(evidence, expectations));
        RunJudgements.data(expectations).ifPresent(status -> tiles.add(data(status, expectations)));
        return tiles;
    }

    private List<HeadlineTile> all() {
        List<HeadlineTile> tiles = new ArrayList<>();
        evidence.figures().stream().limit(2).map(HeadlineTiles::figure).forEach(tiles::add);
        tiles.add(new HeadlineTile("Goodput", HumanNumbers.amount(first.okPerSecond()) + " ok/s", name(first)));
        lowest().ifPresent(tiles::add);
        latency(50, "p50").ifPresent(tiles::add);
        latency(99, "p99").ifPresent(tiles::add);
        latency(99.9, "p99.9").ifPresent(tiles::add);
        tiles.add(failed());
        available().ifPresent(tiles::add);
        evidence.longestGap().map(HeadlineTiles::gap).ifPresent(tiles::add);
        return tiles;
    }

    /** Returns the windows from the first baseline on without those between phases; all of a run without a baseline. */
    private static List<WindowFigures> judged(List<WindowFigures> windows) {
        OptionalLong baseline = windows.stream()
                .map(WindowFigures::window)
                .filter(window -> window.kind() == Window.Kind.BASELINE)
                .mapToLong(Window::fromSecond)
                .min();
        return baseline.isEmpty()
                ? windows
                : windows.stream()
                        .filter(figures -> figures.window().fromSecond() >= baseline.getAsLong())
                        .filter(figures -> !figures.window().between())
                        .toList();
    }

    private static HeadlineTile figure(WorkloadFigure figure) {
        return new HeadlineTile(figure.name(), figure.shown(), "of the workload");
    }

    private Optional<HeadlineTile> lowest() {
        return judged.stream()
                .filter(window -> window.lowestSecond().isPresent())
                .min(Comparator.comparingInt(window -> window.lowestSecond().getAsInt()))
                .map(window -> new HeadlineTile(
                        "Lowest second",
                        HumanNumbers.count(window.lowestSecond().getAsInt()) + " ok",
                        name(window) + ", completed in a whole second"));
    }

    /** Returns a percentile, from the first window to the worst. */
    private Optional<HeadlineTile> latency(double percentile, String label) {
        Optional<WindowFigures> worst = judged.stream()
                .filter(window -> window.latency().getTotalCount() > 0)
                .max(Comparator.comparingLong(window -> window.latency().getValueAtPercentile(percentile)));
        return worst.map(window -> {
            String value = milliseconds(window, percentile);
            Histogram base = first.latency();
            boolean same = window.equals(first) || base.getTotalCount() == 0;
            return new HeadlineTile(
                    label,
                    (same ? "" : milliseconds(first, percentile) + " → ") + value + " ms",
                    same ? name(window) : name(first) + " → " + name(window));
        });
    }

    /** Returns the name of a window; of a baseline that is longer than the one that phases are compared with, also its seconds. */
    private String name(WindowFigures figures) {
        Window window = figures.window();
        boolean longer = figures.equals(first)
                && evidence.summary().stream()
                        .flatMap(summary -> summary.adversity().stream())
                        .flatMap(adversity -> adversity.baseline().stream())
                        .anyMatch(part -> window.contains(part.fromS())
                                && (part.fromS() > window.fromSecond() || part.toS() < window.toSecond()));
        return longer ? window.name() + ", seconds " + window.fromSecond() + " to " + window.toSecond() : window.name();
    }

    private static String milliseconds(WindowFigures window, double percentile) {
        return HumanNumbers.milliseconds(window.latency().getValueAtPercentile(percentile));
    }

    private HeadlineTile failed() {
        long failed = windows.stream().mapToLong(WindowFigures::failed).sum();
        long ended = failed + windows.stream().mapToLong(WindowFigures::ok).sum();
        return new HeadlineTile(
                "Failed",
                HumanNumbers.percent(ended == 0 ? 0 : (double) failed / ended),
                HumanNumbers.count(failed) + " of " + HumanNumbers.count(ended) + ", after retries",
                tone(failed == 0));
    }

    private Optional<HeadlineTile> available() {
        long asked = windows.stream().mapToLong(WindowFigures::askedSeconds).sum();
        long available =
                windows.stream().mapToLong(WindowFigures::availableSeconds).sum();
        return asked == 0
                ? Optional.empty()
                : Optional.of(new HeadlineTile(
                        "Available seconds",
                        HumanNumbers.percent((double) available / asked),
                        HumanNumbers.count(available) + " of " + HumanNumbers.count(asked)
                                + " s: something acknowledged, under 1 % failed",
                        tone(available == asked)));
    }

    /** Returns the tone of a figure without a flaw, or with one. If the client was overloaded, it is not the database that had none. */
    private CellTone tone(boolean flawless) {
        boolean overloaded = evidence.summary()
                .flatMap(RunSummary::client)
                .filter(RunSummary.ClientSummary::overloaded)
                .isPresent();
        return !flawless ? CellTone.BAD : overloaded ? CellTone.PLAIN : CellTone.GOOD;
    }

    private static HeadlineTile gap(SuccessGap gap) {
        return new HeadlineTile(
                "Longest time without success",
                HumanNumbers.length(Duration.ofNanos(gap.lengthNs())),
                "no operation completed successfully from "
                        + HumanNumbers.clock(Duration.ofNanos(gap.fromNs()).toSeconds()),
                CellTone.BAD);
    }

    /** Returns the isolation that was seen, also of a run under way; of a check that keeps no record, its verdict at the end. */
    private static List<HeadlineTile> isolation(ReportData evidence, List<ReportedExpectation> expectations) {
        return evidence.isolation().isEmpty()
                ? expectations.stream()
                        .filter(e -> e.subject().equals(RunJudgements.DATA)
                                && e.wanted().equals(JudgeRequest.ISOLATION))
                        .map(e -> new HeadlineTile(
                                ISOLATION,
                                e.status().shown(),
                                e.observed(),
                                e.status().tone()))
                        .toList()
                : evidence.isolation().stream()
                        .map(record -> isolation(record, evidence.cutOff()))
                        .toList();
    }

    /** @param cutOff whether the record is of a run that did not come to its end, so that the rest may have shown anything */
    private static HeadlineTile isolation(IsolationRecord record, boolean cutOff) {
        JudgementStatus status = record.violates()
                ? JudgementStatus.FAILED
                : !record.anomalies().isEmpty()
                        ? JudgementStatus.WARNING
                        : cutOff || record.committed() == 0 ? JudgementStatus.SKIPPED : JudgementStatus.PASSED;
        return new HeadlineTile(
                ISOLATION,
                status.sign() + " " + record.verdict() + (cutOff ? " until it was cut off" : ""),
                (cutOff ? "no level is shown to hold, as the rest was not judged; until then " : "") + record.line(),
                status.tone());
    }

    private static HeadlineTile data(JudgementStatus status, List<ReportedExpectation> expectations) {
        List<JudgementStatus> checks = expectations.stream()
                .filter(e -> e.subject().equals(RunJudgements.DATA))
                .map(ReportedExpectation::status)
                .toList();
        long skipped = checks.stream().filter(JudgementStatus.SKIPPED::equals).count();
        List<String> counts = new ArrayList<>();
        if (checks.size() > skipped) {
            counts.add(HumanNumbers.counted(checks.size() - skipped, "check"));
        }
        if (skipped > 0) {
            counts.add(HumanNumbers.count(skipped) + " skipped");
        }
        return new HeadlineTile("Data check", shown(status), String.join(" and ", counts) + ", below", status.tone());
    }

    private static String shown(JudgementStatus status) {
        return status == JudgementStatus.SKIPPED ? status.sign() + " " + CheckResult.NOTHING : status.shown();
    }
}
