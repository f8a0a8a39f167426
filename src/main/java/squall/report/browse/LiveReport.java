package squall.report.browse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import squall.report.chart.PageCharts;
import squall.report.model.ReportDocument;
import squall.report.model.RunReport;
import squall.results.ProbeStatus;
import squall.results.RecordedConfig;
import squall.results.history.IsolationRecord;
import squall.table.Table;

/** The report of a run under way: what it is doing now before everything else, and a page that is renewed as the run goes on. */
public record LiveReport(RunReport report, Table now) implements ReportDocument {
    /** @param config that made the run; of a scenario it says what comes next */
    public static LiveReport of(RunReport report, RecordedConfig config, Optional<ProbeStatus> probes) {
        return new LiveReport(report, new NowTable(report, config, probes).table());
    }

    @Override
    public String name() {
        return report.name();
    }

    @Override
    public String title() {
        return report.title();
    }

    @Override
    public String subtitle() {
        return report.subtitle();
    }

    @Override
    public ReportDocument.RunVerdict verdict() {
        return report.verdict();
    }

    @Override
    public List<String> warnings() {
        return report.warnings();
    }

    @Override
    public List<ReportDocument.HeadlineTile> tiles() {
        return report.tiles();
    }

    @Override
    public List<Table> tables() {
        return Stream.concat(Stream.of(now), report.tables().stream()).toList();
    }

    @Override
    public String leading() {
        return now.name();
    }

    @Override
    public boolean leadsEverything() {
        return true;
    }

    @Override
    public Set<String> folded() {
        return report.folded();
    }

    @Override
    public List<ReportDocument.ReportedExpectation> expectations() {
        return report.expectations();
    }

    @Override
    public String reproduce() {
        return report.reproduce();
    }

    @Override
    public String method() {
        return report.method();
    }

    @Override
    public Map<String, Object> further() {
        return report.further();
    }

    @Override
    public List<IsolationRecord> isolation() {
        return report.isolation();
    }

    @Override
    public PageCharts charts() {
        return report.charts().followed();
    }
}
