package squall.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import squall.experiment.SelectedExperiment.PlannedStep;
import squall.report.format.TableFormat;
import squall.report.html.HtmlTable;
import squall.results.file.AtomicFile;
import squall.system.FileTrees;
import squall.system.InvalidFileException;
import squall.table.Table;

/** Folder of an experiment: its state, a folder for each step with the run in it, the tables in four forms, and the page. */
public record ExperimentFolder(Path path) {
    /** Name of the page with all tables. */
    public static final String PAGE = "index.html";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final List<TableFormat> FORMS =
            List.of(TableFormat.TEXT, TableFormat.MARKDOWN, TableFormat.CSV, TableFormat.JSON);

    /** Creates it below {@code results}. */
    static ExperimentFolder create(Path results, SelectedExperiment selected, Instant now) throws IOException {
        Files.createDirectories(results);
        String name = STAMP.format(now) + "-" + selected.spec().name() + "-" + selected.database() + "-"
                + selected.scaleName();
        return new ExperimentFolder(Files.createDirectory(results.resolve(name)));
    }

    /**
     * Finds the newest one below {@code results} with this experiment at this scale on this database that is not complete: of this
     * definition, else of another.
     *
     * @param definition SHA-256 of the experiment's file and cluster
     * @throws InvalidFileException if there is none among those whose state can be read, and another one's cannot
     */
    static Optional<ExperimentFolder> unfinished(Path results, SelectedExperiment selected, String definition)
            throws IOException {
        Optional<ExperimentFolder> other = Optional.empty();
        Optional<InvalidFileException> damaged = Optional.empty();
        for (Path candidate : FileTrees.entriesIfAny(results).reversed()) {
            if (Files.isRegularFile(candidate.resolve(ExperimentState.NAME))) {
                try {
                    ExperimentState state = ExperimentState.read(candidate);
                    boolean asked = !state.complete() && asked(state, selected);
                    if (asked && state.definition().equals(definition)) {
                        return Optional.of(new ExperimentFolder(candidate));
                    }
                    if (asked && other.isEmpty()) {
                        other = Optional.of(new ExperimentFolder(candidate));
                    }
                } catch (InvalidFileException e) {
                    damaged = Optional.of(e);
                }
            }
        }
        if (other.isEmpty() && damaged.isPresent()) {
            throw damaged.get();
        }
        return other;
    }

    private static boolean asked(ExperimentState state, SelectedExperiment selected) {
        ExperimentState now = ExperimentState.begin(selected, state.definition());
        return state.experiment().equals(now.experiment())
                && state.scale().equals(now.scale())
                && state.database().equals(now.database())
                && state.url().equals(now.url());
    }

    Path step(PlannedStep step) {
        return path.resolve("steps").resolve(step.key());
    }

    /** Creates an empty folder for a step; the folder of an earlier attempt is renamed and kept. */
    Path emptied(PlannedStep step) throws IOException {
        Path folder = step(step);
        if (Files.exists(folder)) {
            int attempt = 1;
            while (Files.exists(folder.resolveSibling(step.key() + ".attempt-" + attempt))) {
                attempt++;
            }
            Files.move(folder, folder.resolveSibling(step.key() + ".attempt-" + attempt));
        }
        return Files.createDirectories(folder);
    }

    /** Returns the run directory of a step; the newest one where it has several. */
    Optional<Path> run(PlannedStep step) throws IOException {
        Path latest = step(step).resolve("latest");
        return Files.exists(latest.resolve("manifest.json")) ? Optional.of(latest.toRealPath()) : Optional.empty();
    }

    /** Returns the path of a run relative to this folder, so that the folder can be moved. */
    String relative(Path run) throws IOException {
        return path.toRealPath().relativize(run).toString();
    }

    /** Writes each table in all forms, and the page. @param title of the page */
    void write(String title, List<Table> tables) throws IOException {
        for (Table table : tables) {
            for (TableFormat form : FORMS) {
                AtomicFile.write(
                        path.resolve(table.name() + "." + form.suffix()),
                        String.join("\n", form.lines(List.of(table))) + "\n");
            }
        }
        AtomicFile.write(path.resolve(PAGE), HtmlTable.page(title, tables).html());
    }
}
