package squall.report.browse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.engine.phases.FaultText;
import squall.measure.Window;
import squall.report.chart.ChartTrack;
import squall.report.model.ReportData;
import squall.report.model.ReportedInjection;
import squall.report.model.RunReport;
import squall.results.ProbeStatus;
import squall.results.RecordedConfig;
import squall.results.recorded.RecordedError;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Table of the present state of a run in progress, from what it has written so far: the phase, the faults, the next steps, and the outcomes until now. */
public final class LiveReport {
    private static final int MOST_ERRORS = 8;

    private final RunReport report;
    private final ReportData data;
    private final Optional<Scenario> scenario;
    private final Optional<ProbeStatus> probes;
    private final List<List<TableCell>> rows = new ArrayList<>();

    private LiveReport(RunReport report, RecordedConfig config, Optional<ProbeStatus> probes) {
        this.report = report;
        this.data = report.evidence();
        this.probes = probes;
        this.scenario = Optional.ofNullable(config.files().get("scenario.yaml")).flatMap(LiveReport::scenario);
    }

    /** Reads the scenario that the run recorded in full, so that it extends nothing. */
    private static Optional<Scenario> scenario(String text) {
        try {
            return Optional.of(ScenarioReader.readAlone(new ScenarioSource("scenario.yaml", text)));
        } catch (IllegalArgumentException e) { // of another version: then the next steps are not shown
            return Optional.empty();
        }
    }

    /** Returns the report with this table before everything else. @param config that made the run; of a scenario it contains the next steps */
    public static RunReport of(RunReport report, RecordedConfig config, Optional<ProbeStatus> probes) {
        return report.live(new LiveReport(report, config, probes).table());
    }

    private Table table() {
        row("Recorded", HumanNumbers.clock(data.series().seconds()) + " of the run");
        phase();
        report.injections().forEach(this::fault);
        scenario.ifPresent(known -> upcoming(new UpcomingSteps(known, data, report.injections()).texts()));
        probes.ifPresent(this::probes);
        data.isolation().forEach(seen -> row("Isolation", seen.line()));
        outcomes();
        errors();
        return new Table(
                RunReport.NOW,
                "Now",
                "As the run wrote it a moment ago. A step of a fault appears when it is over."
                        + (scenario.isPresent()
                                ? " Then and End have the earliest times, if no phase has to be skipped."
                                : ""),
                List.of(Column.text("what", "what", 99), Column.text("now", "now", 98)),
                rows);
    }

    private void row(String what, String now) {
        rows.add(List.of(TableCell.words(what), TableCell.words(now)));
    }

    private void upcoming(UpcomingSteps.UpcomingTexts steps) {
        row("Next", steps.next());
        if (!steps.then().isEmpty()) {
            row("Then", steps.then());
        }
        row("End", steps.end());
    }

    private void phase() {
        if (data.windows().isEmpty()) {
            row("Phase", "the load has not begun");
            return;
        }
        Window window = data.windows().getLast();
        row(
                "Phase",
                window.name() + " (" + window.kind().name().toLowerCase(Locale.ROOT) + ") since "
                        + HumanNumbers.clock(window.fromSecond()));
    }

    /** Adds a fault in effect. One that is gone is in the table of faults; that of a control phase is none. */
    private void fault(ReportedInjection fault) {
        if (fault.verified().isEmpty() && !fault.name().equals(FaultText.NO_FAULT)) {
            row("Fault", fault.name() + ": " + stage(fault));
        }
    }

    private static String stage(ReportedInjection fault) {
        if (fault.healing().to().isPresent()) {
            return "healed at " + at(fault.healing().to()) + ", not yet seen to be gone";
        }
        return fault.effective().isPresent()
                ? "injected at " + at(fault.injecting().to()) + ", verified to be in effect at " + at(fault.effective())
                : "injected at " + at(fault.injecting().to()) + ", not yet seen to be in effect";
    }

    private static String at(OptionalDouble second) {
        return second.isEmpty() ? "an unknown time" : HumanNumbers.clock((long) second.getAsDouble());
    }

    /** Adds the probes, without lanes that have always answered. */
    private void probes(ProbeStatus seen) {
        List<ProbeStatus.Lane> disturbed = seen.lanes().stream()
                .filter(lane -> lane.silentSince().isPresent() || lane.outages() > 0)
                .toList();
        disturbed.forEach(lane -> row("Probe " + lane.name(), text(lane, seen.at())));
        if (disturbed.isEmpty() && !seen.lanes().isEmpty()) {
            row("Probes", "all " + seen.lanes().size() + " lanes answer, and no outage was seen so far");
        }
        new TreeMap<>(seen.writes()).forEach((probe, writes) -> row("Writes of the " + probe, text(writes)));
    }

    private static String text(ProbeStatus.Lane lane, double at) {
        List<String> parts = new ArrayList<>();
        if (lane.silentSince().isPresent()) {
            double since = lane.silentSince().getAsDouble();
            parts.add("no answer since " + HumanNumbers.clock((long) since) + ", " + seconds(at - since) + " so far");
        } else {
            parts.add("answers");
        }
        lane.longest()
                .ifPresent(longest -> parts.add(HumanNumbers.counted(lane.outages(), "outage")
                        + (lane.silentSince().isPresent() ? " before" : "")
                        + (lane.outages() == 1 ? ": " : ", the longest: ")
                        + seconds(longest.seconds()) + " from " + HumanNumbers.clock((long) longest.from())));
        return String.join("; ", parts);
    }

    private static String seconds(double length) {
        return HumanNumbers.amount(length) + " s";
    }

    private static String text(ProbeStatus.Writes writes) {
        String lost = writes.lost().isPresent()
                ? HumanNumbers.count(writes.lost().getAsLong()) + " lost"
                : "lost ones are counted when the load has ended";
        return HumanNumbers.count(writes.acknowledged()) + " acknowledged, " + HumanNumbers.count(writes.refused())
                + " refused, " + HumanNumbers.count(writes.unknown()) + " unknown; "
                + (writes.anomalies() == 0 ? "" : "anomalies seen: " + HumanNumbers.count(writes.anomalies()) + "; ")
                + lost;
    }

    /** Adds the outcomes; the errors show which of the failed operations may have been applied. */
    private void outcomes() {
        long unknown = data.errors().stream()
                .filter(error -> error.cause().outcome().equals("unknown"))
                .mapToLong(RecordedError::count)
                .sum();
        long failed = data.errors().stream().mapToLong(RecordedError::count).sum();
        row(
                "Operations so far",
                HumanNumbers.count(sum(data.series().total().ok())) + " acknowledged, "
                        + HumanNumbers.count(failed - unknown) + " refused, " + HumanNumbers.count(unknown)
                        + " unknown (may have been applied)");
    }

    private static long sum(ChartTrack track) {
        return IntStream.range(0, track.size()).mapToLong(track::at).sum();
    }

    private void errors() {
        Map<String, Long> counts = new TreeMap<>();
        for (RecordedError error : data.errors()) {
            counts.merge(error.cause().name(), error.count(), Long::sum);
        }
        String told = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_ERRORS)
                .map(each -> each.getKey() + " × " + HumanNumbers.count(each.getValue()))
                .collect(Collectors.joining(", "));
        row("Errors by SQLSTATE", told.isEmpty() ? "none" : told);
    }
}
