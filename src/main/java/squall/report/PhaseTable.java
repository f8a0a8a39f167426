package squall.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.cli.Figures;
import squall.cli.Screen;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.Return;
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
            phase.reasons().forEach(reason -> lines.addAll(screen.wrap(phase.name() + ": " + reason)));
            phase.judgements().forEach(judgement -> lines.addAll(judged(phase.name(), judgement, screen)));
        }
        adversity.judgements().forEach(judgement -> lines.addAll(judged("run", judgement, screen)));
        return List.copyOf(lines);
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
        return new Table(List.of(
                column("phase", 12, rows, Row::name),
                column("fault", 3, rows, row -> row.injected(Injected::fault)),
                column("target", 4, rows, row -> row.injected(Injected::target)),
                column("in effect", 5, rows, row -> row.injected(PhaseTable::fate)),
                column(
                        "goodput x",
                        8,
                        rows,
                        row -> row.of(toll -> times(toll.compared().goodput()))),
                column(
                        "p99 x",
                        7,
                        rows,
                        row -> row.of(toll -> toll.compared().p99().isPresent()
                                ? times(toll.compared().p99().getAsDouble())
                                : NOTHING)),
                column(
                        "available",
                        9,
                        rows,
                        row -> row.of(toll ->
                                Figures.percent(toll.outage().availability().share()))),
                column("seen", 2, rows, row -> row.of(PhaseTable::detected)),
                column("out", 6, rows, row -> row.of(toll -> toll.outage().outageSeconds() + " s")),
                column("from inject", 1, rows, row -> row.of(toll -> back(toll, Return::fromInjection))),
                column(
                        "back",
                        10,
                        rows,
                        row -> row.of(toll -> toll.back()
                                .flatMap(Return::fromHealing)
                                .map(PhaseTable::length)
                                .orElse(NOTHING))),
                column("verdict", 11, rows, row -> verdict(row.phase()))));
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
            case Fate.Failed failed -> "failed";
            case Fate.Refused refused -> "refused";
            case Fate.NotApplicable none -> "N/A";
            case Fate.NotReached none -> NOTHING;
        };
    }

    private static String verdict(PhaseOutcome phase) {
        return switch (phase.state()) {
            case PASSED -> phase.control() ? "control" : "pass";
            case MISSED -> "MISSED";
            case UNDECIDED -> "undecided";
            case VACUOUS -> "VACUOUS";
            case REFUSED -> "refused";
            case NOT_APPLICABLE -> "N/A";
            case CUT -> "cut";
        };
    }

    private static String detected(Toll toll) {
        return toll.outage().detectedAfterSeconds().isPresent()
                ? toll.outage().detectedAfterSeconds().getAsLong() + " s"
                : "no impact";
    }

    private static String back(Toll toll, Function<Return, Recovery> which) {
        return toll.back().map(which).map(PhaseTable::length).orElse(NOTHING);
    }

    private static String length(Recovery recovery) {
        return switch (recovery) {
            case Recovery.Recovered(Duration after, int relapses) ->
                after.toSeconds() + " s" + (relapses == 0 ? "" : " (" + relapses + " relapses)");
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
