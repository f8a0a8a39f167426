package squall.report.model;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.report.chart.PercentileCurve;
import squall.report.chart.ThroughputChart;
import squall.results.Manifest;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.history.IsolationRecord;
import squall.results.history.IsolationRecord.CycleStepRecord;
import squall.results.history.IsolationRecord.WitnessRecord;
import squall.results.recorded.ClientFigures;
import squall.results.recorded.RecordedRun;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** Builder of the report of a run. */
public final class RunReportBuilder {
    private RunReportBuilder() {}

    /** @throws IOException if a file of the run is damaged; the message names it */
    public static RunReport of(RecordedRun run) throws IOException {
        return of(ReportData.read(run));
    }

    public static RunReport of(ReportData evidence) {
        List<ReportDocument.ReportedExpectation> expectations = RunJudgements.expectations(evidence);
        List<ReportedInjection> injections = InjectionEvents.of(evidence.events());
        return new RunReport(
                evidence,
                injections.isEmpty() && ScenarioSection.of(evidence).isEmpty()
                        ? evidence.manifest().workload()
                        : "Performance under adversity",
                subtitle(evidence),
                RunJudgements.verdict(evidence),
                ReportWarnings.of(evidence, injections),
                HeadlineTiles.of(evidence, expectations),
                tables(evidence, injections),
                expectations,
                injections,
                curves(evidence),
                SecretMasking.commandLine(evidence.manifest().command()));
    }

    private static List<Table> tables(ReportData evidence, List<ReportedInjection> injections) {
        List<Table> tables = new ArrayList<>();
        Optional<ScenarioSection> scenario = ScenarioSection.of(evidence);
        scenario.ifPresent(told -> tables.add(told.scorecard()
                .with(evidence.isolation().stream()
                        .map(record -> "Isolation: " + record.line() + ".")
                        .toList())));
        tables.add(WindowTable.of(evidence));
        scenario.ifPresent(told -> tables.addAll(told.tables()));
        tables.add(InjectionEvents.table(injections));
        tables.add(OperationTable.of(evidence));
        tables.add(RunSetupSection.figures(evidence));
        tables.addAll(ClientSection.tables(evidence));
        tables.addAll(ServerSection.tables(evidence));
        tables.add(ErrorSection.of(evidence));
        tables.add(RunJudgements.table(evidence));
        tables.addAll(IsolationSection.tables(evidence.isolation()));
        scenario.ifPresent(told -> tables.add(told.definitions()));
        tables.addAll(RunSetupSection.tables(evidence));
        return tables.stream().flatMap(table -> table.ifAny().stream()).toList();
    }

    private static List<PercentileCurve> curves(ReportData evidence) {
        return evidence.all().stream()
                .filter(window -> window.latency().getTotalCount() > 0)
                .map(window -> PercentileCurve.of(window.window(), window.latency()))
                .toList();
    }

    private static String subtitle(ReportData evidence) {
        Manifest manifest = evidence.manifest();
        int nodes = manifest.db().endpoints().size();
        return Stream.of(
                        manifest.db().shortName(),
                        manifest.workload(),
                        HumanNumbers.counted(nodes, "node"),
                        manifest.runId(),
                        HumanNumbers.length(Duration.ofMillis((long) (evidence.elapsedSeconds() * 1000))))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    /** Section of the warnings that a reader must know to interpret the figures. */
    private static final class ReportWarnings {
        private ReportWarnings() {}

        static List<String> of(ReportData evidence, List<ReportedInjection> injections) {
            List<String> warnings = new ArrayList<>();
            unfinished(evidence, warnings);
            missing(evidence, warnings);
            evidence.summary().flatMap(CalibrationWarning::of).ifPresent(text -> warnings.add(text + "."));
            Manifest manifest = evidence.manifest();
            manifest.imported().ifPresent(imported -> warnings.add(imported(imported)));
            if (manifest.squall().dirty().orElse(false)) {
                warnings.add("Made by a Squall with uncommitted changes: this run cannot be reproduced exactly.");
            }
            if (!manifest.fact("repeatable").asBoolean(true)) {
                warnings.add("Not repeatable: the workload draws random numbers that the seed does not rule.");
            }
            for (WorkloadFigure figure : evidence.figures()) {
                if (figure.unit().equals("%") && figure.value() > 100) {
                    warnings.add(
                            figure.name() + " is " + String.format(Locale.ROOT, "%,.1f", figure.value())
                                    + " %: more than the keying and think times of the specification allow, so not comparable with TPC-C.");
                }
            }
            ScenarioSection.of(evidence).ifPresent(scenario -> warnings.addAll(scenario.warnings()));
            injections.stream()
                    .filter(injection -> injection.effective().isEmpty())
                    .forEach(injection -> warnings.add(injection.name() + " was not seen to be in effect."));
            return warnings;
        }

        /** Adds a warning about rows that were not found: an answer and no failure, but unexpected after a load that inserted every row. */
        private static void missing(ReportData evidence, List<String> warnings) {
            evidence.summary().stream()
                    .flatMap(summary -> summary.operations().stream())
                    .filter(operation -> operation.notFound().orElse(0) > 0)
                    .forEach(operation ->
                            warnings.add(HumanNumbers.count(operation.notFound().getAsLong()) + " of "
                                    + HumanNumbers.count(operation.ok()) + " acknowledged " + operation.operation()
                                    + " operations found no row; they count as ok."));
        }

        private static String imported(Manifest.Imported imported) {
            return "Made by " + imported.from()
                    + " and imported: latency counts from where that program counts it, and not recorded are "
                    + String.join(", ", imported.notRecorded()) + ".";
        }

        private static void unfinished(ReportData evidence, List<String> warnings) {
            String until = HumanNumbers.clock(evidence.series().seconds());
            if (evidence.summary().isPresent()) {
                return;
            }
            warnings.add(
                    evidence.cutOff()
                            ? "The run did not come to its end. Records end at " + until
                                    + ", nothing is known of later seconds. " + checked(evidence)
                                    + ", and operations that are parts of others count as whole ones."
                            : "The run goes on. This is what was on disk: records up to " + until
                                    + ". Data was not checked, and operations that are parts of others count as whole ones.");
            withoutLatency(evidence, warnings);
            if (evidence.cutOff()) {
                IsolationRecord.unjudged(evidence.run().path())
                        .forEach(history -> warnings.add("The transactions in " + history
                                + " were recorded and not judged: bin/report isolation does that."));
            }
        }

        /** Adds a warning about operations whose latency was not written before the run ended, so that percentiles leave them out. */
        private static void withoutLatency(ReportData evidence, List<String> warnings) {
            for (ThroughputChart.OperationLine line : evidence.series().lines()) {
                long ok = evidence.measured().stream()
                        .mapToLong(window -> window.sum(line.ok()))
                        .sum();
                long known = evidence.measured().stream()
                        .mapToLong(window -> window.latency(line).getTotalCount())
                        .sum();
                if (known < ok) {
                    warnings.add("Latency is known of " + HumanNumbers.count(known) + " of " + HumanNumbers.count(ok)
                            + " acknowledged " + line.operation()
                            + " operations only; percentiles leave the others out.");
                }
            }
        }
    }

    /** Describes whether the data of a run without an end was checked later. */
    private static String checked(ReportData evidence) {
        return evidence.postMortem()
                .map(check -> "Data was checked later, at " + check.checkedAt())
                .orElse("Data was not checked");
    }

    /** Section of the figures of each client of a merged run, which shows one that was slow or late. */
    private static final class ClientSection {
        private static final String NOTE =
                "Outside the warm-up. Each p99 is of that client's own histogram; those of all clients together stand with the windows.";

        private static final List<TableField<ClientFigures>> FIELDS = List.of(
                TableField.count("client", "client", 99, each -> each.client()),
                TableField.words("host", "host", 12, each -> each.host()),
                TableField.count("operations", "operations", 20, each -> each.operations()),
                TableField.count("failed", "failed", 15, each -> each.failed()),
                TableField.number("goodput_per_s", "ok/s", 30, each -> TableCell.measured(each.goodputPerS())),
                TableField.number("p99_ms", "p99 ms", 25, each -> TableCell.measured(each.p99Ms())),
                TableField.number("lag_p99_ms", "lag p99 ms", 22, each -> TableCell.measured(each.lagP99Ms())),
                TableField.number(
                        "own_lag_p99_ms", "own lag p99 ms", 18, each -> TableCell.measured(each.ownLagP99Ms())),
                TableField.number("cpu_cores", "CPU cores", 21, each -> TableCell.measured(each.cpuCores())),
                TableField.number("gc_percent", "GC %", 10, each -> TableCell.rounded(100 * each.gcShare(), 2)),
                TableField.number("start_ms", "began after ms", 16, each -> TableCell.rounded(each.startMs(), 1)),
                TableField.words("clock_ms", "clock ms", 14, each -> clock(each)),
                TableField.number("exit_code", "exit", 13, ClientSection::exit),
                TableField.words("run_id", "run", 5, each -> each.runId()));

        private ClientSection() {}

        /** Returns the tables; empty for a run of one client. */
        static List<Table> tables(ReportData evidence) {
            List<ClientFigures> clients = ClientFigures.of(evidence.manifest());
            if (clients.isEmpty()) {
                return List.of();
            }
            return List.of(Table.of("clients", "Clients", List.of(NOTE), FIELDS, clients));
        }

        private static TableCell exit(ClientFigures client) {
            TableCell exit = TableCell.count(client.exitCode());
            return client.exitCode() == 0 ? exit : exit.in(CellTone.BAD);
        }

        /** Formats how far the database's clock was ahead of the client's. */
        private static String clock(ClientFigures client) {
            OptionalDouble offset = client.clockOffsetMs();
            OptionalDouble error = client.clockErrorMs();
            return offset.isEmpty() || error.isEmpty()
                    ? "not compared"
                    : "%+.1f ± %.1f".formatted(offset.getAsDouble(), error.getAsDouble());
        }
    }

    /** Section of the anomalies that were seen in the transactions of a run, with the steps of each. */
    private static final class IsolationSection {
        private static final List<TableField<WitnessRecord>> WITNESSES = List.of(
                TableField.words("anomaly", "anomaly", 99, each -> each.anomaly()),
                TableField.words("steps", "what happened", 5, each -> steps(each)));

        private IsolationSection() {}

        static List<Table> tables(List<IsolationRecord> records) {
            List<Table> tables = new ArrayList<>();
            for (IsolationRecord record : records) {
                String suffix = tables.isEmpty() ? "" : "-" + (tables.size() / 2 + 1);
                tables.add(anomalies("anomalies" + suffix, record));
                tables.add(Table.of(
                        "witnesses" + suffix,
                        "How the anomalies came about",
                        List.of("One of each kind. Transactions are numbered in the order of the history."),
                        WITNESSES,
                        record.oneOfEach()));
            }
            return tables;
        }

        private static Table anomalies(String name, IsolationRecord record) {
            Map<String, String> meanings = new LinkedHashMap<>();
            record.witnesses().forEach(witness -> meanings.putIfAbsent(witness.anomaly(), witness.meaning()));
            List<TableField<Map.Entry<String, Long>>> fields = List.of(
                    TableField.words("anomaly", "anomaly", 99, each -> each.getKey()),
                    TableField.count("count", "count", 30, each -> each.getValue()),
                    TableField.words("meaning", "what happened", 5, each -> meanings.getOrDefault(each.getKey(), "")));
            return Table.of(
                    name,
                    "Anomalies of isolation",
                    List.of(record.line()),
                    fields,
                    List.copyOf(record.anomalies().entrySet()));
        }

        private static String steps(WitnessRecord witness) {
            return witness.steps().stream().map(CycleStepRecord::text).collect(Collectors.joining(". ", "", "."));
        }
    }
}
