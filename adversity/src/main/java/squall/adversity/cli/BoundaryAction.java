package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import squall.adversity.cli.BoundaryCell.CellPlace;
import squall.adversity.cli.BoundaryCell.CellVerdict;
import squall.adversity.cli.BoundaryFlags.BoundaryAxes;
import squall.adversity.cli.BoundaryMap.Boundary;
import squall.adversity.cli.RunAction.RepetitionCollector;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.system.CommandException;
import squall.system.ExitCode;

/**
 * Action that finds the load above which a system does not recover from the faults of a scenario after they are healed, as a share of the
 * maximum: by bisection, several times, for each time for which the faults are held.
 *
 * @param run performs one run of a scenario
 */
record BoundaryAction(Scenario scenario, BoundaryAxes axes, int repeats, ScenarioExecution run) {
    /** Writer of a file in the folder of results. */
    interface DocumentWriter {
        /** @return where it is */
        String write(String name, String text) throws IOException;

        static DocumentWriter in(Path folder) {
            return (name, text) -> {
                AtomicFile.write(folder.resolve(name), text);
                return folder.resolve(name).toString();
            };
        }
    }

    /** Scenario whose faults are held for this time. @param holdS empty if there are several times, or none */
    private record HeldScenario(Scenario scenario, OptionalDouble holdS) {}

    /**
     * Searches as often as asked for, each time with the next seed.
     *
     * @param say receives the map
     * @param files receives the document and the page, by the name of the first run
     * @return the worst of the runs, but for missed expectations: not to recover is a result
     * @throws IllegalArgumentException if the load of the scenario is no share of the maximum, or its faults cannot be held that long
     */
    ExitCode execute(Consumer<String> say, DocumentWriter files)
            throws CommandException, IOException, InterruptedException {
        if (!(scenario.setting().load().rate() instanceof LoadRate.RatioOfMax)) {
            throw new IllegalArgumentException(
                    "scenario " + scenario.name()
                            + ": a boundary is a share of the maximum, so its load.rate must be {ratioOfMax: 0.5} after a fill phase");
        }
        List<HeldScenario> columns = columns();
        List<BoundaryCell> cells = new ArrayList<>();
        List<Boundary> boundaries = new ArrayList<>();
        try {
            for (int repeat = 1; repeat <= repeats; repeat++) {
                for (HeldScenario column : columns) {
                    SortedMap<Long, Boolean> recovered = search(column, repeat, cells);
                    if (going(cells)) {
                        boundaries.add(Boundary.of(repeat, column.holdS(), recovered));
                    }
                }
            }
        } finally { // the runs so far tell something, even if the next one could not begin
            keep(cells, boundaries, say, files);
        }
        return worst(cells);
    }

    private static ExitCode worst(List<BoundaryCell> cells) {
        return ExitCode.worst(cells.stream().map(BoundaryCell::ending).toList());
    }

    /** Returns the scenario with each hold; all are valid before the first of them runs. */
    private List<HeldScenario> columns() {
        if (axes.holds().isEmpty()) {
            List<Duration> own = scenario.holds();
            return List.of(
                    new HeldScenario(scenario, own.size() == 1 ? seconds(own.getFirst()) : OptionalDouble.empty()));
        }
        return axes.holds().stream()
                .map(hold -> new HeldScenario(scenario.held(hold), seconds(hold)))
                .toList();
    }

    private static OptionalDouble seconds(Duration hold) {
        return OptionalDouble.of(hold.toMillis() / 1000.0);
    }

    /** Searches once, adds its runs to the cells, and returns whether each load recovered. */
    private SortedMap<Long, Boolean> search(HeldScenario column, int repeat, List<BoundaryCell> cells)
            throws CommandException, IOException, InterruptedException {
        SortedMap<Long, Boolean> recovered = new TreeMap<>();
        OptionalLong load = axes.loads().next(recovered);
        while (load.isPresent() && going(cells)) {
            RepetitionCollector collector = new RepetitionCollector(1);
            ExitCode code = run.executeAfter(worst(cells), at(column.scenario(), load.getAsLong(), repeat), collector);
            BoundaryCell cell =
                    BoundaryCell.of(new CellPlace(repeat, column.holdS(), load.getAsLong()), collector, code);
            cells.add(cell);
            recovered.put(load.getAsLong(), cell.recovered());
            load = axes.loads().next(recovered);
        }
        return recovered;
    }

    private static boolean going(List<BoundaryCell> cells) {
        return cells.isEmpty()
                || (cells.getLast().verdict() != CellVerdict.UNDECIDED
                        && !ScenarioExecution.LAST.contains(cells.getLast().ending()));
    }

    private static Scenario at(Scenario held, long loadPercent, int repeat) {
        ScenarioSetup setting = held.setting();
        return held.with(setting.with(setting.load().with(new LoadRate.RatioOfMax(loadPercent / 100.0))))
                .with(held.rules().withSeed(held.rules().seed() + repeat - 1));
    }

    /** Prints and writes the map, unless no run has begun. */
    private void keep(List<BoundaryCell> cells, List<Boundary> boundaries, Consumer<String> say, DocumentWriter files)
            throws IOException {
        Optional<String> first = cells.stream()
                .map(BoundaryCell::run)
                .filter(name -> !name.isEmpty())
                .findFirst();
        if (first.isPresent()) {
            BoundaryMap map = new BoundaryMap(
                    BoundaryMap.SCHEMA_VERSION,
                    scenario.name(),
                    scenario.rules().seed(),
                    axes.loads().width(),
                    cells,
                    boundaries);
            String name = "boundary-" + first.get();
            say.accept("");
            map.lines().forEach(say);
            say.accept("map: " + files.write(name + ".json", CanonicalJson.pretty(map)));
            say.accept("page: " + files.write(name + ".html", map.page()));
        }
    }
}
