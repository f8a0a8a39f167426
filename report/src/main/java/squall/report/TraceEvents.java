package squall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import squall.measure.Window;
import squall.report.chart.ChartTrack;
import squall.report.chart.ThroughputChart;
import squall.report.model.ReportedInjection;
import squall.report.model.RunReport;
import squall.results.RecordedEvent;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.verdict.AdversitySummary.GroupImpact;

/**
 * Trace of a run in the Trace Event Format (Duffy and Slack, 2016): windows and faults as slices, other events as instants, and the totals
 * of each second as counters. Times are microseconds since the run began.
 */
public final class TraceEvents {
    private static final int PROCESS = 1;
    private static final int WINDOWS = 1;
    private static final int FIRST_FAULT = 2;
    private static final double SECOND_US = 1e6;

    private final RunReport report;
    private final List<TraceEvent> events = new ArrayList<>();

    private TraceEvents(RunReport report) {
        this.report = report;
    }

    /** Writes the whole document: a JSON array of events, a line each. */
    public static String of(RunReport report) {
        TraceEvents trace = new TraceEvents(report);
        trace.named("process_name", 0, report.title());
        trace.windows();
        trace.faults();
        trace.outages();
        trace.marks();
        trace.counters();
        return "[\n"
                + String.join(
                        ",\n", trace.events.stream().map(CanonicalJson::line).toList()) + "\n]\n";
    }

    private void windows() {
        named("thread_name", WINDOWS, "windows");
        for (Window window : report.evidence().windows()) {
            slice(WINDOWS, window.name(), (double) window.fromSecond(), (double) window.toSecond());
        }
    }

    /**
     * Adds each fault on a separate line, because they overlap: as long as it may have had an effect. Within it, its injecting and its
     * healing.
     */
    private void faults() {
        double end = report.evidence().series().seconds();
        int line = FIRST_FAULT;
        for (ReportedInjection injection : report.injections()) {
            OptionalDouble begun = injection.begin();
            if (begun.isPresent()) {
                named("thread_name", line, injection.lane());
                slice(
                        line,
                        injection.name(),
                        begun.getAsDouble(),
                        injection.end().orElse(end));
                stretch(line, "injecting", injection.injecting());
                stretch(line, "healing", injection.healing());
                line++;
            }
        }
    }

    /** Adds the parts of the outages on one line, after those of the faults. */
    private void outages() {
        int line = FIRST_FAULT + report.injections().size();
        List<GroupImpact> groups = report.evidence().summary().flatMap(RunSummary::adversity).stream()
                .flatMap(adversity -> adversity.injectionGroups().stream())
                .filter(group -> !group.outages().isEmpty())
                .toList();
        if (!groups.isEmpty()) {
            named("thread_name", line, "outages");
        }
        groups.stream()
                .flatMap(group -> group.outages().stream())
                .flatMap(outage -> outage.parts().stream())
                .forEach(part -> slice(
                        line,
                        part.kind().words() + (part.why().isEmpty() ? "" : " (" + part.why() + ")"),
                        part.fromNs() / 1e9,
                        part.toNs() / 1e9));
    }

    private void stretch(int line, String name, ReportedInjection.Stretch stretch) {
        double from = stretch.from().orElse(0);
        double to = stretch.to().orElse(from);
        if (to > from) {
            slice(line, name, from, to);
        }
    }

    private void marks() {
        for (RecordedEvent mark : report.marks()) {
            events.add(TraceEvent.at("i", WINDOWS, mark.type() + ": " + mark.detail(), mark.atNs() / 1e9)
                    .global());
        }
    }

    private void counters() {
        ThroughputChart series = report.evidence().series();
        for (ThroughputChart.OperationLine line : series.lines()) {
            counter(line.operation() + " ok/s", line.completed());
            counter(line.operation() + " failed", line.failed());
        }
        counter("in flight", series.inFlight());
        counter("behind the schedule, ms", series.lagMs());
    }

    /** Adds a counter event only when the number changes. */
    private void counter(String name, ChartTrack track) {
        for (int second = 0; second < track.size(); second++) {
            if (second == 0 || track.at(second) != track.at(second - 1)) {
                events.add(TraceEvent.at("C", 0, name, (double) second).with(new CounterValue(track.at(second))));
            }
        }
    }

    private void named(String what, int line, String name) {
        events.add(TraceEvent.at("M", line, what, 0).with(new TrackName(name)));
    }

    private void slice(int line, String name, double from, double to) {
        events.add(TraceEvent.at("X", line, name, from).lasting(to - from));
    }

    /**
     * Event of the document, a line; its members have the names of the format.
     *
     * @param ph kind of event
     * @param tid the line on which it is drawn
     * @param ts time in microseconds
     * @param dur length of a slice, in microseconds
     * @param s scope of an instant: {@code g} goes across all lines
     */
    private record TraceEvent(
            String ph,
            int pid,
            int tid,
            String name,
            long ts,
            OptionalLong dur,
            Optional<String> s,
            Optional<Record> args) {
        static TraceEvent at(String kind, int line, String name, double second) {
            return new TraceEvent(
                    kind,
                    PROCESS,
                    line,
                    name,
                    Math.round(second * SECOND_US),
                    OptionalLong.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        TraceEvent lasting(double seconds) {
            return new TraceEvent(ph, pid, tid, name, ts, OptionalLong.of(Math.round(seconds * SECOND_US)), s, args);
        }

        TraceEvent global() {
            return new TraceEvent(ph, pid, tid, name, ts, dur, Optional.of("g"), args);
        }

        TraceEvent with(Record argument) {
            return new TraceEvent(ph, pid, tid, name, ts, dur, s, Optional.of(argument));
        }
    }

    private record TrackName(String name) {}

    private record CounterValue(int value) {}
}
