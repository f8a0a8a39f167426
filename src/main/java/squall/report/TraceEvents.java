package squall.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import squall.measure.Window;
import squall.report.chart.ChartTrack;
import squall.report.chart.ThroughputChart;
import squall.report.model.ReportedInjection;
import squall.report.model.RunReport;
import squall.results.CanonicalJson;
import squall.results.RecordedEvent;

/**
 * A run in the Trace Event Format (Duffy and Slack, 2016): windows and faults as slices, other events as instants, and what each second
 * came to as counters. Times are microseconds since the run began.
 */
public final class TraceEvents {
    private static final int PROCESS = 1;
    private static final int WINDOWS = 1;
    private static final int FIRST_FAULT = 2;
    private static final double SECOND_US = 1e6;

    private final RunReport report;
    private final List<Map<String, Object>> events = new ArrayList<>();

    private TraceEvents(RunReport report) {
        this.report = report;
    }

    /** The whole document: a JSON array of events, a line each. */
    public static String of(RunReport report) {
        TraceEvents trace = new TraceEvents(report);
        trace.named("process_name", 0, report.title());
        trace.windows();
        trace.faults();
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

    /** Each on a line of its own, because they overlap: as long as it may have had an effect. Within it, its injecting and its healing. */
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

    private void stretch(int line, String name, ReportedInjection.Stretch stretch) {
        double from = stretch.from().orElse(0);
        double to = stretch.to().orElse(from);
        if (to > from) {
            slice(line, name, from, to);
        }
    }

    private void marks() {
        for (RecordedEvent mark : report.marks()) {
            Map<String, Object> event = event("i", WINDOWS, mark.type() + ": " + mark.detail(), mark.atNs() / 1e9);
            event.put("s", "g");
            events.add(event);
        }
    }

    private void counters() {
        ThroughputChart series = report.evidence().series();
        for (ThroughputChart.Line line : series.lines()) {
            counter(line.operation() + " ok/s", line.completed());
            counter(line.operation() + " failed", line.failed());
        }
        counter("in flight", series.inFlight());
        counter("behind the schedule, ms", series.lagMs());
    }

    /** Says a number only when it changes. */
    private void counter(String name, ChartTrack track) {
        for (int second = 0; second < track.size(); second++) {
            if (second == 0 || track.at(second) != track.at(second - 1)) {
                Map<String, Object> event = event("C", 0, name, (double) second);
                event.put("args", Map.of("value", track.at(second)));
                events.add(event);
            }
        }
    }

    private void named(String what, int line, String name) {
        Map<String, Object> event = event("M", line, what, 0);
        event.put("args", Map.of("name", name));
        events.add(event);
    }

    private void slice(int line, String name, double from, double to) {
        Map<String, Object> event = event("X", line, name, from);
        event.put("dur", Math.round((to - from) * SECOND_US));
        events.add(event);
    }

    private static Map<String, Object> event(String kind, int line, String name, double second) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("ph", kind);
        event.put("pid", PROCESS);
        event.put("tid", line);
        event.put("name", name);
        event.put("ts", Math.round(second * SECOND_US));
        return event;
    }
}
