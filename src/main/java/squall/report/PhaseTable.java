package squall.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.cli.Figures;
import squall.cli.Screen;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.Repeats;
import squall.measure.recovery.Toll;
import squall.measure.recovery.Yardstick;
import squall.run.conduct.Fate;
import squall.run.conduct.Injected;
import squall.run.conduct.Strike;
import squall.scenario.expect.Judgement;
import squall.verdict.Adversity;
import squall.verdict.PhaseOutcome;
import squall.verdict.StrikeOutcome;

/** The phases of a run under a scenario, a line for each strike, and the expectations that were not met. Pure. */
public record PhaseTable(Adversity adversity) {
    private static final String NOTHING = "-";

    /** @param outcome empty for a phase of which nothing came */
    private record Row(PhaseOutcome phase, Optional<StrikeOutcome> outcome) {
        String name() {
            return outcome.map(StrikeOutcome::strike).map(Strike::name).orElse(phase.name());
        }

        String of(Function<Toll, String> cell) {
            return outcome.flatMap(StrikeOutcome::toll).map(cell).orElse(NOTHING);
        }

        Optional<LaneOutages> lanes() {
            return outcome.flatMap(StrikeOutcome::lanes);
        }

        String injected(Function<Injected, String> cell) {
            return outcome.map(StrikeOutcome::strike).map(Strike::injections).orElse(List.of()).stream()
                    .map(cell)
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(" + "));
        }
    }

    public List<String> lines(Screen screen) {
        List<String> lines = new ArrayList<>();
        adversity.yardstick().map(Yardstick::baseline).ifPresent(baseline -> lines.add(screen.fit(said(baseline))));
        lines.addAll(table().lines(screen.columns()));
        adversity.yardstick().ifPresent(yardstick -> lines.addAll(screen.wrap("back = " + yardstick.text())));
        for (PhaseOutcome phase : adversity.phases()) {
            remarks(phase).forEach(remark -> lines.addAll(screen.wrap(phase.name() + ": " + remark)));
            phase.judgements().forEach(judgement -> lines.addAll(judged(phase.name(), judgement, screen)));
        }
        adversity.judgements().forEach(judgement -> lines.addAll(judged("run", judgement, screen)));
        return List.copyOf(lines);
    }

    /** What the table has no room for. */
    private static List<String> remarks(PhaseOutcome phase) {
        List<String> remarks = new ArrayList<>(phase.reasons());
        if (phase.strikes().stream().anyMatch(outcome -> outcome.strike().startedDegraded())) {
            remarks.add("it began before the system was back from what came before");
        }
        if (!phase.withinNoise().isEmpty()) {
            remarks.add("no worse than without a fault: " + String.join(", ", phase.withinNoise()));
        }
        phase.repeats().map(PhaseTable::range).ifPresent(remarks::add);
        return remarks;
    }

    private static String range(Repeats repeats) {
        return String.format(
                Locale.ROOT,
                "back after healing: median %s, %s to %s, %d times (the range holds the true median with %.1f %%)",
                length(repeats.median()),
                length(repeats.shortest()),
                length(repeats.longest()),
                repeats.sorted().size(),
                100 * repeats.coverage());
    }

    private static String lane(Row row) {
        return row.lanes()
                .flatMap(LaneOutages::worst)
                .map(worst -> (worst.open() ? "> " : "") + Figures.length(worst.longest()))
                .orElse(NOTHING);
    }

    private static String said(Baseline baseline) {
        return "baseline " + Figures.amount(baseline.goodputPerSecond()) + " ok/s, p99 "
                + Figures.milliseconds(baseline.p99Micros()) + " ms, over "
                + baseline.seconds().seconds() + " s";
    }

    private Table table() {
        List<Row> rows = adversity.phases().stream()
                .flatMap(phase -> rows(phase).stream())
                .toList();
        List<Table.Column> columns = new ArrayList<>(List.of(
                column("phase", 12, rows, Row::name),
                column("fault", 3, rows, row -> row.injected(Injected::fault)),
                column("target", 4, rows, row -> row.injected(Injected::target)),
                column("effect", 5, rows, row -> row.injected(PhaseTable::fate)),
                column(
                        "goodput x",
                        8,
                        rows,
                        row -> row.of(toll -> times(toll.compared().goodput()))),
                column("p99 x", 7, rows, row -> row.of(PhaseTable::p99)),
                column("available", 9, rows, row -> row.of(PhaseTable::available)),
                column("seen", 2, rows, row -> row.of(PhaseTable::detected)),
                column("out", 5, rows, row -> row.of(toll -> toll.outage().outageSeconds() + " s")),
                column("back inject/heal", 10, rows, row -> row.of(PhaseTable::back)),
                column("verdict", 11, rows, row -> verdict(row.phase()))));
        if (rows.stream().anyMatch(row -> row.lanes().isPresent())) {
            columns.add(columns.size() - 2, column("lane out", 6, rows, PhaseTable::lane));
        }
        return new Table(columns);
    }

    private static List<Row> rows(PhaseOutcome phase) {
        return phase.strikes().isEmpty()
                ? List.of(new Row(phase, Optional.empty()))
                : phase.strikes().stream()
                        .map(outcome -> new Row(phase, Optional.of(outcome)))
                        .toList();
    }

    private static Table.Column column(String heading, int importance, List<Row> rows, Function<Row, String> cell) {
        return new Table.Column(heading, importance, rows.stream().map(cell).toList());
    }

    private static String fate(Injected injected) {
        return switch (injected.fate()) {
            case Fate.InEffect effect -> "yes";
            case Fate.WithoutEffect effect -> "NO";
            case Fate.Unfinished unfinished -> "yes";
            case Fate.Failed failed -> "failed";
            case Fate.Refused refused -> "refused";
            case Fate.NotApplicable none -> "N/A";
            case Fate.NotReached none -> NOTHING;
        };
    }

    private static String verdict(PhaseOutcome phase) {
        return switch (phase.state()) {
            case PASSED -> phase.control() ? "control" : "pass";
            case UNFINISHED -> "UNFINISHED";
            case MISSED -> "MISSED";
            case UNDECIDED -> "undecided";
            case VACUOUS -> "VACUOUS";
            case REFUSED -> "refused";
            case NOT_APPLICABLE -> "N/A";
            case CUT -> "cut";
        };
    }

    private static String p99(Toll toll) {
        OptionalDouble p99 = toll.compared().p99();
        return p99.isPresent() ? times(p99.getAsDouble()) : NOTHING;
    }

    private static String available(Toll toll) {
        return Figures.percent(toll.outage().availability().share());
    }

    private static String detected(Toll toll) {
        return toll.outage().detectedAfterSeconds().isPresent()
                ? toll.outage().detectedAfterSeconds().getAsLong() + " s"
                : "no impact";
    }

    /** From injection and from healing: an outage of four minutes is back after the one and after the other in very different times. */
    private static String back(Toll toll) {
        return toll.back()
                .map(back -> length(back.fromInjection()) + " / "
                        + back.fromHealing().map(PhaseTable::length).orElse(NOTHING))
                .orElse(NOTHING);
    }

    private static String length(Recovery recovery) {
        return switch (recovery) {
            case Recovery.Recovered(Duration after, int relapses) ->
                after.toSeconds() + " s" + (relapses == 0 ? "" : " +" + Figures.counted(relapses, "relapse"));
            case Recovery.LongerThan(Duration observed) -> "> " + observed.toSeconds() + " s";
        };
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    private static List<String> judged(String where, Judgement judgement, Screen screen) {
        String line = where + ": " + judgement.expectation().measure().key() + " "
                + judgement.expectation().text() + ", found " + judgement.found();
        return switch (judgement.verdict()) {
            case MET -> screen.wrap(screen.tick() + " " + line);
            case MISSED -> screen.wrap(screen.cross() + " " + line);
            case UNDECIDED -> screen.wrap("? " + line + " (undecided)");
        };
    }
}
