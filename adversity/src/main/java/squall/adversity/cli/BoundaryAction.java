package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import squall.adversity.cli.RunAction.RepetitionCollector;
import squall.measure.recovery.Recovery;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;
import squall.verdict.AdversityResult;
import squall.verdict.AdversityResult.PhaseOutcome;
import squall.verdict.AdversityResult.PhaseOutcome.PhaseState;

/**
 * Action that finds the load above which a system does not recover from the faults of a scenario after they are healed, as a share of the
 * maximum, by bisection and several times.
 *
 * @param run performs one run of a scenario
 */
record BoundaryAction(Scenario scenario, LoadRange range, int repeats, ScenarioExecution run) {
    /** Exit codes after which a further run would say nothing about the database, or do harm. */
    static final Set<ExitCode> LAST = EnumSet.of(
            ExitCode.NOT_HEALED,
            ExitCode.INTERNAL_ERROR,
            ExitCode.USAGE,
            ExitCode.UNREACHABLE,
            ExitCode.INTERRUPTED,
            ExitCode.TERMINATED);

    private static final int SCHEMA_VERSION = 1;
    private static final int WIDTH = 160;

    /** Execution of one run of a scenario, whose result is added to the collector. */
    interface ScenarioExecution {
        ExitCode execute(Scenario scenario, RepetitionCollector collector)
                throws CommandException, IOException, InterruptedException;
    }

    /** Options of the search. */
    static final class BoundaryFlags {
        @Option(
                names = "--from",
                paramLabel = "PERCENT",
                description = "Lowest load, in percent of the maximum (default: ${DEFAULT-VALUE}).")
        private int from = 10;

        @Option(names = "--to", paramLabel = "PERCENT", description = "Highest load (default: ${DEFAULT-VALUE}).")
        private int to = 90;

        @Option(
                names = "--within",
                paramLabel = "PERCENT",
                description = "Width to which the boundary is narrowed (default: ${DEFAULT-VALUE}).")
        private int within = 5;

        /** @throws IllegalArgumentException if it is not a range */
        LoadRange range() {
            return new LoadRange(from, to, within);
        }
    }

    /** Outcome of a run at one load. */
    enum CellVerdict {
        /** The recovery rule held again after every healing. */
        RECOVERED("recovers"),
        /** The rule did not hold again within the scenario's {@code recoveryMax}. */
        NOT_RECOVERED("does not recover"),
        /** The load was not steady before any fault: it is above what the client's policy and the database bear. */
        NO_BASELINE("not steady before"),
        /** The fault had no effect, was refused, or the run was cut short. */
        UNDECIDED("undecided");

        private static final Set<PhaseState> UNSEEN = EnumSet.of(
                PhaseState.CUT,
                PhaseState.REFUSED,
                PhaseState.NOT_APPLICABLE,
                PhaseState.VACUOUS,
                PhaseState.UNFINISHED);

        private final String word;

        CellVerdict(String word) {
            this.word = word;
        }

        static CellVerdict of(AdversityResult result) {
            if (result.criteria().isEmpty()) {
                return NO_BASELINE;
            }
            List<PhaseOutcome> disturbed =
                    result.phases().stream().filter(phase -> !phase.control()).toList();
            List<Recovery> back = recoveries(disturbed);
            if (back.isEmpty() || disturbed.stream().map(PhaseOutcome::state).anyMatch(UNSEEN::contains)) {
                return UNDECIDED;
            }
            return back.stream().allMatch(Recovery.Recovered.class::isInstance) ? RECOVERED : NOT_RECOVERED;
        }
    }

    private static List<Recovery> recoveries(List<PhaseOutcome> phases) {
        return phases.stream()
                .flatMap(phase -> phase.impacts().stream())
                .flatMap(impact -> impact.faultImpact().stream())
                .flatMap(impact -> impact.back().fromHealing().stream())
                .toList();
    }

    /**
     * Cell of the map.
     *
     * @param repeat from 1
     * @param loadPercent of the maximum that the run itself measured
     * @param recoveryS the longest time from healing until the recovery rule held; empty if it did not
     * @param exitCode of the run; 6 if the client could not keep up
     */
    record Cell(int repeat, int loadPercent, CellVerdict verdict, OptionalLong recoveryS, String run, int exitCode) {
        static Cell of(int repeat, int loadPercent, RepetitionCollector collector, ExitCode code) {
            Optional<AdversityResult> result = collector.last();
            CellVerdict verdict = result.map(CellVerdict::of).orElse(CellVerdict.UNDECIDED);
            OptionalLong longest = verdict != CellVerdict.RECOVERED
                    ? OptionalLong.empty()
                    : recoveries(result.orElseThrow().phases()).stream()
                            .mapToLong(Cell::seconds)
                            .max();
            String run = String.join("", collector.all().runs().keySet());
            return new Cell(repeat, loadPercent, verdict, longest, run, code.code());
        }

        private static long seconds(Recovery recovery) {
            return switch (recovery) {
                case Recovery.Recovered recovered -> recovered.after().toSeconds();
                case Recovery.LongerThan longer -> longer.observed().toSeconds();
            };
        }

        /** Returns the exit code of the run as one of the search: not to recover, or not to be steady, is a result. */
        ExitCode ending() {
            ExitCode code = ExitCode.of(exitCode);
            return switch (verdict) {
                case RECOVERED, NOT_RECOVERED -> code == ExitCode.EXPECTATION ? ExitCode.OK : code;
                case NO_BASELINE -> code == ExitCode.INVALID ? ExitCode.OK : code;
                case UNDECIDED -> ExitCode.worst(List.of(code, ExitCode.INVALID));
            };
        }

        String text() {
            return verdict.word + (recoveryS.isPresent() ? " in " + recoveryS.getAsLong() + " s" : "");
        }
    }

    /**
     * Boundary of one repeat, in percent of the maximum.
     *
     * @param recovers highest load that recovered below every one that did not; empty: none did
     * @param doesNot lowest load that did not; empty: all recovered
     */
    record Boundary(int repeat, OptionalInt recovers, OptionalInt doesNot) {
        String text() {
            if (doesNot.isEmpty()) {
                return "above " + recovers.orElse(0) + " %";
            }
            return recovers.isEmpty()
                    ? "below " + doesNot.getAsInt() + " %"
                    : recovers.getAsInt() + " to " + doesNot.getAsInt() + " %";
        }
    }

    /** Document of the search. @param widthPercent to which the boundary was narrowed */
    record BoundaryMap(
            int schemaVersion,
            String scenario,
            long seed,
            int widthPercent,
            List<Cell> cells,
            List<Boundary> boundaries) {}

    /**
     * Range of loads, in percent of the maximum.
     *
     * @param within width of the gap that is not narrowed any more
     */
    record LoadRange(int from, int to, int within) {
        LoadRange {
            if (!(from >= 1 && from <= to && to <= 100)) {
                throw new IllegalArgumentException(
                        "--from and --to must be percents in [1, 100], in this order, not " + from + " and " + to);
            }
            if (within < 1) {
                throw new IllegalArgumentException("--within must be at least 1, not " + within);
            }
        }

        /** Returns the load to try next; empty if the boundary is known. @param recovered whether each load tried has recovered */
        OptionalInt next(SortedMap<Integer, Boolean> recovered) {
            if (!recovered.containsKey(from)) {
                return OptionalInt.of(from);
            }
            if (Boolean.FALSE.equals(recovered.get(from))) {
                return OptionalInt.empty();
            }
            if (!recovered.containsKey(to)) {
                return OptionalInt.of(to);
            }
            Boundary boundary = boundary(0, recovered);
            if (boundary.doesNot().isEmpty()) {
                return OptionalInt.empty();
            }
            int low = boundary.recovers().orElse(from);
            int gap = boundary.doesNot().getAsInt() - low;
            return gap <= within ? OptionalInt.empty() : OptionalInt.of(low + gap / 2);
        }

        static Boundary boundary(int repeat, SortedMap<Integer, Boolean> recovered) {
            OptionalInt not = recovered.entrySet().stream()
                    .filter(entry -> !entry.getValue())
                    .mapToInt(Map.Entry::getKey)
                    .min();
            SortedMap<Integer, Boolean> below = recovered.headMap(not.orElse(Integer.MAX_VALUE));
            return new Boundary(repeat, below.isEmpty() ? OptionalInt.empty() : OptionalInt.of(below.lastKey()), not);
        }
    }

    /**
     * Searches as often as asked for, each time with the next seed.
     *
     * @param say receives the map
     * @param file of the document, by the name of the first run
     * @return the worst of the runs, but for missed expectations: not to recover is a result
     * @throws IllegalArgumentException if the load of the scenario is no share of the maximum
     */
    ExitCode execute(Consumer<String> say, DocumentWriter file)
            throws CommandException, IOException, InterruptedException {
        if (!(scenario.setting().load().rate() instanceof LoadRate.RatioOfMax)) {
            throw new IllegalArgumentException(
                    "scenario " + scenario.name()
                            + ": a boundary is a share of the maximum, so its load.rate must be {ratioOfMax: 0.5} after a fill phase");
        }
        List<Cell> cells = new ArrayList<>();
        List<Boundary> boundaries = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats && going(cells); repeat++) {
            SortedMap<Integer, Boolean> recovered = search(repeat, cells);
            if (going(cells)) {
                boundaries.add(LoadRange.boundary(repeat, recovered));
            }
        }
        Optional<String> first =
                cells.stream().map(Cell::run).filter(name -> !name.isEmpty()).findFirst();
        if (first.isPresent()) {
            BoundaryMap map = new BoundaryMap(
                    SCHEMA_VERSION, scenario.name(), scenario.rules().seed(), range.within(), cells, boundaries);
            say.accept("");
            lines(map).forEach(say);
            say.accept("map: " + file.write("boundary-" + first.get() + ".json", CanonicalJson.pretty(map)));
        }
        return ExitCode.worst(cells.stream().map(Cell::ending).toList());
    }

    /** Searches once, adds its runs to the cells, and returns whether each load recovered. */
    private SortedMap<Integer, Boolean> search(int repeat, List<Cell> cells)
            throws CommandException, IOException, InterruptedException {
        SortedMap<Integer, Boolean> recovered = new TreeMap<>();
        OptionalInt load = range.next(recovered);
        while (load.isPresent() && going(cells)) {
            RepetitionCollector collector = new RepetitionCollector(1);
            ExitCode code = run.execute(at(load.getAsInt(), repeat), collector);
            Cell cell = Cell.of(repeat, load.getAsInt(), collector, code);
            cells.add(cell);
            recovered.put(load.getAsInt(), cell.verdict() == CellVerdict.RECOVERED);
            load = range.next(recovered);
        }
        return recovered;
    }

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

    private static boolean going(List<Cell> cells) {
        return cells.isEmpty()
                || (cells.getLast().verdict() != CellVerdict.UNDECIDED
                        && !LAST.contains(cells.getLast().ending()));
    }

    private Scenario at(int loadPercent, int repeat) {
        ScenarioSetup setting = scenario.setting();
        return scenario.with(setting.with(setting.load().with(new LoadRate.RatioOfMax(loadPercent / 100.0))))
                .with(scenario.rules().withSeed(scenario.rules().seed() + repeat - 1));
    }

    /** Returns the map with a row for each load, and the boundary. */
    static List<String> lines(BoundaryMap map) {
        List<Integer> repeats =
                map.cells().stream().map(Cell::repeat).distinct().toList();
        List<TableField<Integer>> fields = new ArrayList<>();
        fields.add(TableField.number("load %", 1, load -> "" + load));
        for (int repeat : repeats) {
            fields.add(TableField.text("run " + repeat, 0, load -> text(map, load, repeat)));
        }
        List<Integer> loads = List.copyOf(
                new TreeSet<>(map.cells().stream().map(Cell::loadPercent).collect(Collectors.toSet())));
        List<String> lines = new ArrayList<>();
        lines.add("recovery after the faults of " + map.scenario() + ", by load in percent of the maximum");
        lines.addAll(TextTable.lines(Table.of("boundary", fields, loads), WIDTH));
        map.boundaries()
                .forEach(boundary -> lines.add("boundary of run " + boundary.repeat() + ": " + boundary.text()));
        spread(map.boundaries()).ifPresent(lines::add);
        return lines;
    }

    private static String text(BoundaryMap map, int load, int repeat) {
        return map.cells().stream()
                .filter(cell -> cell.loadPercent() == load && cell.repeat() == repeat)
                .map(Cell::text)
                .findFirst()
                .orElse("");
    }

    /** Tells between which loads the middle of all boundaries is; empty unless there are several and each has two ends. */
    private static Optional<String> spread(List<Boundary> boundaries) {
        List<Double> middles = boundaries.stream()
                .flatMap(boundary ->
                        boundary.recovers().isPresent() && boundary.doesNot().isPresent()
                                ? Stream.of((boundary.recovers().getAsInt()
                                                + boundary.doesNot().getAsInt())
                                        / 2.0)
                                : Stream.empty())
                .sorted()
                .toList();
        return middles.size() < 2 || middles.size() < boundaries.size()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "middle of the boundary: %.1f to %.1f %% in %d runs",
                        middles.getFirst(),
                        middles.getLast(),
                        middles.size()));
    }
}
