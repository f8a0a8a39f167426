package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import squall.results.AdversitySummary;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** What became of throughput and latency in each phase of a run under a scenario; several runs side by side. */
final class AdversityPhases {
    /** Of one run. @param rule when it counted as recovered @param rows the cells after the phase's name, by that name */
    record Configuration(String name, String rule, SequencedMap<String, List<TableCell>> rows) {
        Configuration {
            rows = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(rows));
        }

        /** With nothing in it if the scenario has no such phase here. */
        List<TableCell> row(String phase) {
            return rows.getOrDefault(phase, without(ABSENT, ABSENT));
        }
    }

    private static final TableCell ABSENT = TableCell.notApplicable("the phase did not take place in this run");

    private static final List<Column> COLUMNS = List.of(
            new Column("phase", ""),
            new Column("configuration", ""),
            new Column("fault", ""),
            new Column("tpmC", "1/min"),
            new Column("ok_s", "1/s"),
            new Column("delta_pct", "% of the baseline"),
            new Column("min_ok_s", "in the worst second"),
            new Column("p50_ms", "ms"),
            new Column("p90_ms", "ms"),
            new Column("p95_ms", "ms"),
            new Column("p99_ms", "ms"),
            new Column("p999_ms", "ms"),
            new Column("worst_p95_ms", "ms, of the worst recorded interval"),
            new Column("spike_s", "s"),
            new Column("max_ms", "ms"),
            new Column("errors_pct", "%"),
            new Column("detected_s", "s after injection"),
            new Column("back_inject_s", "s after injection"),
            new Column("back_heal_s", "s after healing"),
            new Column("lost_s", "s of the baseline's work"),
            new Column("sql_s", "statements/s, by the servers"),
            new Column("sql_p95_ms", "ms, by the servers"),
            new Column("cpu_cores", "cores, of all servers"),
            new Column("verdict", ""));

    private AdversityPhases() {}

    static Table of(List<NamedRun> runs) throws IOException {
        List<Configuration> configurations = new ArrayList<>();
        for (NamedRun run : runs) {
            AdversitySummary adversity = run.summary()
                    .adversity()
                    .orElseThrow(() -> new IllegalArgumentException(
                            run.run().path() + " was under no scenario: name run directories of bin/adversity run"));
            configurations.add(new PhaseReading(run, adversity).configuration());
        }
        return table(configurations);
    }

    static Table table(List<Configuration> configurations) {
        Set<String> phases = new LinkedHashSet<>();
        configurations.forEach(
                configuration -> phases.addAll(configuration.rows().keySet()));
        List<List<TableCell>> rows = new ArrayList<>();
        for (String phase : phases) {
            for (Configuration configuration : configurations) {
                List<TableCell> row =
                        new ArrayList<>(List.of(TableCell.words(phase), TableCell.words(configuration.name())));
                row.addAll(configuration.row(phase));
                rows.add(row);
            }
        }
        return new Table(
                SeedTable.PHASES.label(),
                "Performance under adversity",
                List.of(),
                COLUMNS,
                rows,
                notes(configurations));
    }

    /** The cells after the names of a phase that did not take place: it has no figures, not even zeros. */
    static List<TableCell> without(TableCell fault, TableCell verdict) {
        List<TableCell> cells = new ArrayList<>(List.of(fault));
        cells.addAll(Collections.nCopies(COLUMNS.size() - 4, ABSENT));
        cells.add(verdict);
        return List.copyOf(cells);
    }

    private static List<String> notes(List<Configuration> configurations) {
        List<String> notes = new ArrayList<>(List.of(
                "Throughput, percentiles, the worst second and errors are of the time from injection to healing; spikes,"
                        + " detection, lost work and the way back are of all that was watched after it.",
                "A spike is a second with p95 above twice the baseline's, or without any acknowledgement. > is a lower"
                        + " bound: not seen to be back when watching ended."));
        configurations.stream()
                .filter(configuration -> !configuration.rule().isEmpty())
                .forEach(configuration ->
                        notes.add(configuration.name() + " is back by this rule: " + configuration.rule()));
        return List.copyOf(notes);
    }
}
