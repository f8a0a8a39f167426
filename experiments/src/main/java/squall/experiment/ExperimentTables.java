package squall.experiment;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.experiment.ExperimentSpec.CellSource;
import squall.experiment.ExperimentState.StepOutcome;
import squall.experiment.ExperimentState.StepRecord;
import squall.experiment.StepFigures.StepFigure;
import squall.report.table.NamedRun;
import squall.report.table.PublishedFigures;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.results.RunSummary;
import squall.system.ExitCode;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Builder of the tables of an experiment from the records of its steps. @param notes of the whole */
record ExperimentTables(
        SelectedExperiment selected, ExperimentFolder folder, ExperimentState state, List<String> notes) {
    private static final TableCell NO_FIGURES =
            TableCell.notApplicable("the step left no figures; its remark has the reason");

    /** Ends of a run whose figures of single phases may hold all the same. */
    private static final Set<ExitCode> ENDED_EARLY = EnumSet.of(ExitCode.INVALID, ExitCode.NOT_HEALED);

    /** Returns our tables first, then the published ones, then every step with its command. */
    List<Table> all() throws IOException {
        List<Table> tables = new ArrayList<>(own());
        PublishedFigures figures = PublishedFigures.load();
        selected.spec()
                .published()
                .forEach(name -> figures.find(name).map(PublishedTable::table).ifPresent(tables::add));
        tables.add(steps());
        return tables;
    }

    /** Returns the tables that are made of runs. */
    List<Table> own() throws IOException {
        List<Table> tables = new ArrayList<>();
        for (ExperimentSpec.ExperimentTable table : selected.spec().tables()) {
            if (table.made().isEmpty()) {
                tables.add(columns(table));
            } else {
                tables.addAll(seed(table));
            }
        }
        return tables;
    }

    /** Returns one table of all runs, or one of each. */
    private List<Table> seed(ExperimentSpec.ExperimentTable table) throws IOException {
        List<NamedRun> runs = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        List<StepRecord> steps = of(table);
        if (!steps.isEmpty() && steps.stream().allMatch(step -> step.outcome() == StepOutcome.NOT_APPLICABLE)) {
            return List.of(reasons(table, steps));
        }
        for (StepRecord step : steps) {
            if (shown(table, step)) {
                runs.add(new NamedRun(
                        selected.placeholders(step.cell()).filled(table.label()),
                        StepFigures.read(folder.path().resolve(step.run())).run()));
            }
            if (step.outcome() != StepOutcome.DONE) {
                missing.add(step.key() + ": " + step.outcome().label() + ": " + step.reason());
            }
        }
        List<List<NamedRun>> groups =
                table.each() ? runs.stream().map(List::of).toList() : runs.isEmpty() ? List.of() : List.of(runs);
        List<Table> tables = new ArrayList<>();
        for (List<NamedRun> group : groups) {
            tables.addAll(seed(table, group, missing));
        }
        return tables;
    }

    /** Returns the table for steps none of which is applicable: each with its reason, as it has no figures. */
    private Table reasons(ExperimentSpec.ExperimentTable table, List<StepRecord> steps) {
        return new Table(
                name(table.made().orElseThrow().name(), table),
                table.title() + where(),
                List.of(),
                List.of(new Table.Column("step", ""), new Table.Column("remark", "")),
                steps.stream()
                        .map(step -> List.of(TableCell.words(step.key()), remark(step)))
                        .toList(),
                preface());
    }

    private List<Table> seed(ExperimentSpec.ExperimentTable table, List<NamedRun> runs, List<String> missing)
            throws IOException {
        RunTables maker = table.made().orElseThrow();
        List<String> notes = new ArrayList<>(preface());
        runs.forEach(run -> notes.addAll(run.complaints()));
        notes.addAll(missing);
        try {
            List<Table> made = maker.of(runs, selected.scale().clientDelayMs(), notes::add);
            return made.stream()
                    .map(one -> one.with(one.name().equals(made.getFirst().name()) ? notes : List.of()))
                    .map(one -> named(
                            one,
                            table,
                            made.size() > 1,
                            table.each() ? runs.getFirst().name() : ""))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new IOException("table " + maker.name() + ": " + e.getMessage(), e);
        }
    }

    /** @param several whether the table is one of several, each with a title of its own @param of the run that it is of; empty: all */
    private Table named(Table made, ExperimentSpec.ExperimentTable table, boolean several, String of) {
        String name = name(made.name(), table);
        return new Table(
                of.isEmpty() ? name : name + "-" + of,
                (several ? made.title() : table.title()) + (of.isEmpty() ? "" : ": " + of) + where(),
                made.source(),
                made.columns(),
                made.rows(),
                made.notes());
    }

    /** Returns the name of a table made of runs: with their step where another one of the experiment is made in the same way. */
    private String name(String made, ExperimentSpec.ExperimentTable table) {
        boolean alone = selected.spec().tables().stream()
                        .filter(other -> other.made().equals(table.made()))
                        .count()
                == 1;
        return alone ? made : made + "-" + table.of().getFirst();
    }

    private String where() {
        return " (" + selected.database() + ", " + selected.scaleName() + ")";
    }

    private List<String> preface() {
        List<String> all = new ArrayList<>(notes);
        all.add("Scale " + selected.scaleName() + ": " + selected.scale().about());
        if (!selected.scaleName().equals("full")) {
            all.addAll(selected.spec().limits());
        }
        return all;
    }

    /** Lists the records of a table in the order of the sweep: a step that was repeated has ended after later ones. */
    private List<StepRecord> of(ExperimentSpec.ExperimentTable table) {
        List<Map<String, String>> cells = selected.cells();
        return state.steps().stream()
                .filter(step -> table.of().contains(step.step()))
                .sorted(Comparator.comparingInt(step -> place(step, cells)))
                .toList();
    }

    /** Returns the number of the first cell that has the step; that of all for one of a search, whose order is that of its steps. */
    private static int place(StepRecord step, List<Map<String, String>> cells) {
        return IntStream.range(0, cells.size())
                .filter(cell ->
                        cells.get(cell).entrySet().containsAll(step.cell().entrySet()))
                .findFirst()
                .orElse(cells.size());
    }

    /** Returns whether the step has left a run that the table takes. */
    private boolean shown(ExperimentSpec.ExperimentTable table, StepRecord step) {
        if (step.run().isEmpty()) {
            return false;
        }
        boolean phases = table.invalidToo()
                && ENDED_EARLY.contains(ExitCode.of(step.exitCode()))
                && Files.exists(folder.path().resolve(step.run()).resolve(RunSummary.NAME));
        return step.outcome() == StepOutcome.DONE || phases;
    }

    private Table columns(ExperimentSpec.ExperimentTable table) throws IOException {
        List<StepRecord> steps = of(table);
        Map<Map<String, String>, Map<String, TableCell>> cells = new LinkedHashMap<>();
        for (StepRecord step : steps) {
            cells.put(step.cell(), measured(table, step));
        }
        List<Table.Column> columns = new ArrayList<>();
        table.columns().forEach(column -> columns.add(new Table.Column(column.name(), column.unit())));
        columns.add(new Table.Column("remark", ""));
        return new Table(
                name(selected.spec(), table),
                table.title() + where(),
                List.of(),
                columns,
                steps.stream().map(step -> row(table, step, cells)).toList(),
                preface());
    }

    /** Returns the name of a table of columns: none that another one of the experiment has, nor one that is published with it. */
    static String name(ExperimentSpec spec, ExperimentSpec.ExperimentTable table) {
        long alike =
                spec.tables().stream().filter(other -> other.made().isEmpty()).count();
        String name = spec.name() + (alike > 1 ? "-" + table.of().getFirst() : "");
        return spec.published().contains(name) ? name + "-measured" : name;
    }

    /** Returns the cells that need no other row. */
    private Map<String, TableCell> measured(ExperimentSpec.ExperimentTable table, StepRecord step) throws IOException {
        Optional<StepFigures> figures = shown(table, step)
                ? Optional.of(StepFigures.read(folder.path().resolve(step.run())))
                : Optional.empty();
        Placeholders values = selected.placeholders(step.cell());
        Map<String, TableCell> cells = new LinkedHashMap<>();
        table.columns().forEach(column -> {
            switch (column.source()) {
                case CellSource.Value value -> cells.put(column.name(), value(values.filled(value.template())));
                case CellSource.Figure figure ->
                    cells.put(
                            column.name(),
                            figures.map(found -> figure(found, figure)).orElse(NO_FIGURES));
                case CellSource.Change change -> {} // made when all rows exist
                case CellSource.Ideal ideal -> {} // the same
            }
        });
        return cells;
    }

    private static TableCell value(String text) {
        return text.matches("\\d{1,18}") ? TableCell.count(Long.parseLong(text)) : TableCell.words(text);
    }

    private static TableCell figure(StepFigures figures, CellSource.Figure figure) {
        for (String key : figure.keys()) {
            Optional<StepFigure> found = figures.find(key);
            if (found.isPresent()) {
                double value = found.get().value();
                TableCell cell = value == Math.rint(value) && Math.abs(value) < 1e15
                        ? TableCell.count((long) value)
                        : TableCell.measured(value);
                return found.get().atLeast() ? cell.lowerBound("") : cell;
            }
        }
        return TableCell.NOT_STATED;
    }

    private List<TableCell> row(
            ExperimentSpec.ExperimentTable table,
            StepRecord step,
            Map<Map<String, String>, Map<String, TableCell>> cells) {
        List<TableCell> row = new ArrayList<>();
        Map<String, TableCell> own = cells.getOrDefault(step.cell(), Map.of());
        table.columns()
                .forEach(column -> row.add(
                        switch (column.source()) {
                            case CellSource.Change change -> change(change, step, cells);
                            case CellSource.Ideal ideal -> ideal(ideal, step, cells);
                            case CellSource.Value value -> own.getOrDefault(column.name(), TableCell.NOT_STATED);
                            case CellSource.Figure figure -> own.getOrDefault(column.name(), TableCell.NOT_STATED);
                        }));
        row.add(remark(step));
        return row;
    }

    /** Returns the line of ideal growth; in the row where it begins it is what was measured. */
    private TableCell ideal(
            CellSource.Ideal ideal, StepRecord step, Map<Map<String, String>, Map<String, TableCell>> cells) {
        Map<String, String> first = new LinkedHashMap<>(step.cell());
        first.putAll(ideal.against());
        TableCell base = cells.getOrDefault(first, Map.of()).getOrDefault(ideal.column(), TableCell.NOT_STATED);
        return base.value() instanceof TableCell.Figure(BigDecimal before)
                ? TableCell.measured(before.doubleValue()
                        * selected.placeholders(step.cell())
                                .computed(ideal.by())
                                .doubleValue()
                        / selected.placeholders(first).computed(ideal.by()).doubleValue())
                : TableCell.NOT_STATED;
    }

    private static TableCell change(
            CellSource.Change change, StepRecord step, Map<Map<String, String>, Map<String, TableCell>> cells) {
        Map<String, String> other = new LinkedHashMap<>(step.cell());
        other.putAll(change.against());
        if (other.equals(step.cell())) {
            return TableCell.NOT_STATED;
        }
        TableCell mine = cells.getOrDefault(step.cell(), Map.of()).getOrDefault(change.column(), TableCell.NOT_STATED);
        TableCell base = cells.getOrDefault(other, Map.of()).getOrDefault(change.column(), TableCell.NOT_STATED);
        return mine.value() instanceof TableCell.Figure(BigDecimal now)
                        && base.value() instanceof TableCell.Figure(BigDecimal before)
                        && before.signum() != 0
                ? TableCell.rounded(100 * (now.doubleValue() / before.doubleValue() - 1), 1)
                : TableCell.NOT_STATED;
    }

    private static TableCell remark(StepRecord step) {
        boolean fine = step.outcome() == StepOutcome.DONE && step.reason().isEmpty();
        return fine
                ? TableCell.NOT_STATED
                : TableCell.words(Stream.of(
                                step.outcome() == StepOutcome.DONE
                                        ? ""
                                        : step.outcome().label(),
                                step.reason())
                        .filter(part -> !part.isEmpty())
                        .reduce((one, other) -> one + ": " + other)
                        .orElse(""));
    }

    /** Returns the table of every step, so that each figure can be traced to its command and its run. */
    private Table steps() {
        List<TableField<StepRecord>> fields = List.of(
                new TableField<>("step", "", step -> TableCell.words(step.key())),
                new TableField<>(
                        "ended", "", step -> TableCell.words(step.outcome().label())),
                new TableField<>("exit", "", ExperimentTables::exit),
                new TableField<>("seconds", "s", step -> TableCell.rounded(step.seconds(), 1)),
                new TableField<>("command", "", step -> TableCell.words(step.command())),
                new TableField<>("run", "", this::run));
        return Table.of(
                "steps",
                "Steps of " + selected.spec().name() + where(),
                List.of("Runs and the output of each step are below the folder of this page."),
                fields,
                state.steps());
    }

    private static TableCell exit(StepRecord step) {
        return step.exitCode() < 0 ? TableCell.notApplicable("the step was not run") : TableCell.count(step.exitCode());
    }

    /** Returns the run, with a link to its page from the page of the experiment. */
    private TableCell run(StepRecord step) {
        String run = step.run();
        if (run.isEmpty()) {
            return TableCell.notApplicable("the step left no run directory");
        }
        String page = run + "/report.html";
        TableCell cell = TableCell.words(run);
        return Files.exists(folder.path().resolve(page)) ? cell.linked(page) : cell;
    }
}
