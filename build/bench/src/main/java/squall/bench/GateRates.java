package squall.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.compare.ComparedRun;
import squall.report.compare.GateSettings;
import squall.report.compare.RegressionGate;
import squall.report.statistics.ExceedancePlan.ExceedanceVerdict;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;

/**
 * Program that measures both error rates of a gate on recorded runs: {@code GateRates DRAWS RUN...}. Each draw takes some of the runs as new
 * ones and the others as baseline, and adds one new run after the other until the gate is sure. Prints a table.
 */
final class GateRates {
    private static final double[] LONGER_SECONDS = {0, 1, 2, 4};
    private static final List<String> LENGTHS = List.of(".outage_s", ".back_after_injection_s");
    private static final long SEED = 42;

    private final List<ComparedRun> runs;
    private final int draws;

    /** Totals over all draws. */
    private record Rates(int red, int runsUntilSure, int redByRatio) {}

    private GateRates(List<ComparedRun> runs, int draws) {
        this.runs = runs;
        this.draws = draws;
    }

    public static void main(String[] args) throws IOException, CommandException {
        List<ComparedRun> runs = new ArrayList<>();
        for (String path : Arrays.asList(args).subList(1, args.length)) {
            RecordedRun run = RecordedRun.read(Path.of(path));
            if (run.state() == RunState.COMPLETE) {
                runs.add(ComparedRun.read(run));
            } else {
                System.err.println(path + " is " + run.state().label() + " and left out");
            }
        }
        runs.sort(Comparator.comparing(ComparedRun::begun));
        new GateRates(runs, Integer.parseInt(args[0])).print(System.out);
    }

    private void print(PrintStream out) throws CommandException {
        int newRuns = GateSettings.USUAL.mostRuns();
        RegressionGate inOrder = RegressionGate.of(
                runs.subList(0, runs.size() - newRuns),
                runs.subList(runs.size() - newRuns, runs.size()),
                GateSettings.USUAL);
        out.printf(
                "- %d complete runs, of which each draw takes %d as baseline and up to %d as new ones; %d draws%n",
                runs.size(), runs.size() - newRuns, newRuns, draws);
        out.printf(
                Locale.ROOT,
                "- the limits of a draw have a false-alarm rate of %.2f %% by their theory; the last %d runs after the others, as they were"
                        + " recorded: %s%n%n",
                100 * inOrder.falseAlarms(),
                newRuns,
                inOrder.verdict() == ExceedanceVerdict.PASS ? "pass" : "worse");
        out.println("| new runs | red | runs until sure | red by CockroachDB's rule, from the first new run |");
        out.println("|---|---:|---:|---:|");
        for (double longer : LONGER_SECONDS) {
            Rates rates = rates(longer, newRuns);
            out.printf(
                    Locale.ROOT,
                    "| %s | %.1f %% | %.1f | %.1f %% |%n",
                    longer == 0 ? "as the baseline" : String.format(Locale.ROOT, "%.0f s longer out", longer),
                    100.0 * rates.red() / draws,
                    (double) rates.runsUntilSure() / draws,
                    100.0 * rates.redByRatio() / draws);
        }
    }

    private Rates rates(double longer, int newRuns) throws CommandException {
        Random random = new Random(SEED);
        int red = 0;
        int untilSure = 0;
        int redByRatio = 0;
        for (int draw = 0; draw < draws; draw++) {
            List<ComparedRun> order = new ArrayList<>(runs);
            Collections.shuffle(order, random);
            List<ComparedRun> baseline = order.subList(newRuns, order.size());
            List<ComparedRun> drawn = order.subList(0, newRuns).stream()
                    .map(run -> longer(run, longer))
                    .toList();
            RegressionGate gate = RegressionGate.of(baseline, drawn.subList(0, 1), GateSettings.USUAL);
            redByRatio += gate.cockroachdb().stream().anyMatch(rule -> rule.newRed() > 0) ? 1 : 0;
            for (int looks = 2; gate.verdict() == ExceedanceVerdict.NOT_SURE; looks++) {
                gate = RegressionGate.of(baseline, drawn.subList(0, looks), GateSettings.USUAL);
            }
            red += gate.verdict() == ExceedanceVerdict.WORSE ? 1 : 0;
            untilSure += gate.newRuns().size();
        }
        return new Rates(red, untilSure, redByRatio);
    }

    /** Returns a run with so many seconds more of outage and recovery; its goodput and latency stay. */
    private static ComparedRun longer(ComparedRun run, double seconds) {
        Map<String, MetricReading> readings = new LinkedHashMap<>(run.readings());
        readings.replaceAll((key, reading) -> LENGTHS.stream().anyMatch(key::endsWith)
                ? new MetricReading(reading.metric(), reading.value() + seconds, reading.atLeast())
                : reading);
        return new ComparedRun(run.run(), run.conditions(), readings);
    }
}
