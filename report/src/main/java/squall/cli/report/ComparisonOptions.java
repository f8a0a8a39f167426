package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import squall.report.compare.ComparedMetric.MetricKind;
import squall.report.compare.ComparedRun;
import squall.report.compare.Comparison;
import squall.report.compare.ComparisonReport;
import squall.report.compare.ComparisonSettings;
import squall.report.format.ReportFormat;
import squall.report.model.ReportData;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.ExitCode;

/** Options of a comparison and its output; the same for existing runs and for runs made for it. */
final class ComparisonOptions {
    @Option(
            names = "--metric",
            paramLabel = "KEY",
            description = {
                "Compare this metric, for example measured.p99_ms or '*.READ.p99_ms'; may be repeated.",
                "Else: goodput, p50, p99, failures and figures of the workload; under a scenario those of the baseline, and each fault's cost."
            })
    private List<String> metrics = new ArrayList<>();

    @Mixin
    private MinimumEffects effects;

    @Option(
            names = "--allow-difference",
            paramLabel = "KEY",
            description =
                    "Compare runs though they differ in this member of the manifest, setting (config.NAME) or file; may be repeated.")
    private List<String> allowed = new ArrayList<>();

    @Option(
            names = "--names",
            split = ",",
            paramLabel = "A,B",
            defaultValue = "A,B",
            description = "What the sides are called (default: ${DEFAULT-VALUE}).")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description =
                    "Seed of the bootstrap, which is used with more than 8 runs on each side (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--fail-on-threshold",
            description = "With too few runs to test: take a difference as large as --min-effect for a regression.")
    private boolean byThreshold;

    @Mixin
    private ReportOutput.OutputOptions output;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a command is called
    ComparisonOptions() {}

    /** Rejects contradictory options before anything is done. */
    ReportOutput check() throws CommandException {
        terms();
        return output.output();
    }

    List<String> names() {
        return names;
    }

    /** Reads both sides, compares them and writes the report. */
    ExitCode compare(List<Path> first, List<Path> second, PrintWriter print) throws CommandException {
        ReportOutput chosen = check();
        Comparison comparison = Comparison.of(read(first), read(second), terms());
        chosen.write(report(comparison, chosen.form()), print);
        return comparison.exitCode();
    }

    /** Checks that the first of the runs has the requested metrics: one that it lacks cannot be compared. */
    void requireMetrics(Path run) throws CommandException {
        Comparison.requireMetrics(read(List.of(run)).getFirst(), terms());
    }

    /** @throws CommandException if the run is none that can be compared */
    static void requireComparable(Path run) throws CommandException {
        read(List.of(run));
    }

    private ComparisonSettings terms() throws CommandException {
        if (names.size() != 2) {
            throw CommandException.usage(
                    "--names takes two names with a comma between them, not '" + String.join(",", names) + "'");
        }
        return new ComparisonSettings(names, metrics, effects.given(), allowed, seed, byThreshold);
    }

    static List<ComparedRun> read(List<Path> runs) throws CommandException {
        List<ComparedRun> read = new ArrayList<>();
        for (Path run : runs) {
            try {
                read.add(ComparedRun.read(RecordedRun.read(run)));
            } catch (IOException e) {
                throw CommandException.of("cannot compare: ", e);
            }
        }
        return read;
    }

    private static ComparisonReport report(Comparison comparison, ReportFormat form) throws CommandException {
        return form == ReportFormat.HTML
                ? new ComparisonReport(comparison, drawn(comparison.first()), drawn(comparison.second()))
                : new ComparisonReport(comparison, List.of(), List.of());
    }

    private static List<ReportData> drawn(List<ComparedRun> side) throws CommandException {
        List<ReportData> drawn = new ArrayList<>();
        for (ComparedRun run : side) {
            try {
                drawn.add(ReportData.read(run.run()));
            } catch (IOException e) {
                throw CommandException.of("cannot draw: ", e);
            }
        }
        return drawn;
    }

    /** Option for the smallest differences that count. Mix in with {@code @Mixin}. */
    static final class MinimumEffects {
        private static final Pattern EFFECT = Pattern.compile("(?:(\\w+)=)?(\\d+(?:\\.\\d+)?)%");

        @Option(
                names = "--min-effect",
                paramLabel = "[KIND=]N%",
                description = {
                    "The smallest difference that counts; may be repeated. KIND is throughput (5%%), latency (10%%), recovery (10%%), availability (0.1%%) or failures (0.1%%);",
                    "the last two in points of percent, counts of imported runs in their unit. Without KIND: of the first three."
                })
        private List<String> effects = new ArrayList<>();

        /** Returns the minimum effects by kind, for those kinds that have another than their own. */
        Map<MetricKind, Double> given() throws CommandException {
            Map<MetricKind, Double> least = new EnumMap<>(MetricKind.class);
            for (String effect : effects) {
                Matcher parts = EFFECT.matcher(effect);
                if (!parts.matches()) {
                    throw CommandException.usage("--min-effect must be like 5% or latency=10%, not '" + effect + "'");
                }
                double percent = Double.parseDouble(parts.group(2));
                for (MetricKind kind : kinds(parts.group(1))) {
                    least.put(kind, kind.relative() ? percent / 100 : percent);
                }
            }
            return least;
        }

        private static List<MetricKind> kinds(@Nullable String name) throws CommandException {
            List<MetricKind> kinds = Stream.of(MetricKind.values())
                    .filter(kind ->
                            name == null ? kind.relative() : kind.label().equals(name))
                    .toList();
            if (kinds.isEmpty()) {
                throw CommandException.usage("--min-effect: there is no kind '" + name + "'; known are "
                        + String.join(
                                ", ",
                                Stream.of(MetricKind.values())
                                        .map(MetricKind::label)
                                        .toList()));
            }
            return kinds;
        }
    }
}
