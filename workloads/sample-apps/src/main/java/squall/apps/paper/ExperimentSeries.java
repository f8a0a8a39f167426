package squall.apps.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.apps.paper.PaperCommand.SampleAppRunner;
import squall.report.format.TableFormat;
import squall.report.table.OperationWindow;
import squall.results.file.AtomicFile;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FileErrors;
import squall.table.Table;

/**
 * The experiments of one command, one after the other.
 *
 * @param configs in the order of the paper, as they are to run
 * @param more words for all of them
 */
record ExperimentSeries(SampleAppRunner apps, List<ExperimentConfig> configs, List<String> more) {
    /** What became of all. @param codes of those that ran */
    record SeriesEnd(Map<String, ExperimentResult> findings, List<ExitCode> codes) {}

    /** Hears of each experiment. */
    interface Listener {
        void begins(ExperimentConfig config);

        /** @param findings all that is known by now */
        void ended(Map<String, ExperimentResult> findings) throws IOException;
    }

    ExperimentSeries {
        configs = List.copyOf(configs);
        more = List.copyOf(more);
    }

    /** Looks at every command line that can be run here, before anything is. */
    void check() throws CommandException {
        for (ExperimentConfig config : configs) {
            if (apps.has(config.workload())) {
                apps.check(words(config, List.of()));
            }
        }
    }

    /** Runs them until all are done or a signal ends one; what was done by then is kept. */
    SeriesEnd run(
            Map<PaperApi, PaperDatabase> places, PaperFolder folder, SetupInterruption interruption, Listener listener)
            throws IOException {
        Map<String, ExperimentResult> findings = new LinkedHashMap<>();
        configs.forEach(config -> findings.put(
                config.name(),
                new ExperimentResult.NotRun(obstacle(config, places).orElse("not reached"))));
        List<ExitCode> codes = new ArrayList<>();
        for (ExperimentConfig config : configs) {
            PaperDatabase place = places.get(config.api());
            if (place != null && apps.has(config.workload()) && !signalled(codes) && interruption.begin()) {
                listener.begins(config);
                Path results = folder.results(config);
                codes.add(apps.run(words(config, place.words(results))));
                interruption.end();
                findings.put(
                        config.name(),
                        new ExperimentResult.Ran(config, codes.getLast(), ExperimentFigures.read(results)));
                listener.ended(findings);
            }
        }
        return new SeriesEnd(findings, codes);
    }

    /** Why none of them can be run there, if so. */
    Optional<String> obstacle(Map<PaperApi, PaperDatabase> places) {
        List<String> obstacles = configs.stream()
                .flatMap(config -> obstacle(config, places).map(why -> config.name() + ": " + why).stream())
                .toList();
        return obstacles.size() == configs.size() ? Optional.of(String.join("; ", obstacles)) : Optional.empty();
    }

    private Optional<String> obstacle(ExperimentConfig config, Map<PaperApi, PaperDatabase> places) {
        if (!places.containsKey(config.api())) {
            return Optional.of("no target speaks " + config.api().label());
        }
        return apps.has(config.workload())
                ? Optional.empty()
                : Optional.of("there is no workload " + config.workload());
    }

    private static boolean signalled(List<ExitCode> codes) {
        return codes.contains(ExitCode.INTERRUPTED) || codes.contains(ExitCode.TERMINATED);
    }

    private List<String> words(ExperimentConfig config, List<String> where) {
        List<String> words = new ArrayList<>(config.words());
        words.addAll(where);
        words.addAll(more);
        return words;
    }

    /** The figures of a run, read from its directory. */
    private static final class ExperimentFigures {
        private ExperimentFigures() {}

        /** Those of the newest run under {@code results}; none if there is no run there, or it did not come to its end. */
        static List<OperationWindow> read(Path results) throws IOException {
            Path latest = results.resolve("latest");
            return Files.exists(latest) ? OperationWindow.of(RecordedRun.read(latest.toRealPath())) : List.of();
        }
    }

    /** The folder of the whole: the tables, and below it a folder of results for each experiment. */
    record PaperFolder(Path path) {
        private static final DateTimeFormatter STAMP =
                DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
        private static final List<TableFormat> FORMS = List.of(TableFormat.MARKDOWN, TableFormat.CSV, TableFormat.JSON);

        /** Makes it. @throws CommandException if it cannot be made, or is there already */
        static PaperFolder create(Path results, Instant now) throws CommandException {
            Path path = results.resolve(STAMP.format(now) + "-white-paper");
            try {
                Files.createDirectories(results);
                return new PaperFolder(Files.createDirectory(path));
            } catch (IOException e) {
                throw new CommandException(
                        ExitCode.UNREACHABLE,
                        "the folder of results " + path + " cannot be made: " + FileErrors.reason(e)
                                + "; --results names another place",
                        e);
            }
        }

        /** Where the run directory of this experiment is made. */
        Path results(ExperimentConfig config) {
            return path.resolve(config.name());
        }

        /** Writes each table in every form that lasts. */
        void write(List<Table> tables) throws IOException {
            for (Table table : tables) {
                for (TableFormat form : FORMS) {
                    AtomicFile.write(
                            path.resolve(table.name() + "." + form.suffix()),
                            String.join("\n", form.lines(List.of(table))) + "\n");
                }
            }
        }
    }

    /**
     * A signal that comes while no run listens to it itself: ends the setting up or checking of an experiment, and begins no other. Writing
     * tables is not disturbed. Asked for by a thread of the JVM, all else by the thread that runs the experiments.
     */
    static final class SetupInterruption {
        private Optional<Thread> underWay = Optional.empty();
        private boolean asked;

        synchronized void ask() {
            asked = true;
            underWay.ifPresent(Thread::interrupt);
        }

        /** False if no experiment may begin any more. */
        synchronized boolean begin() {
            underWay = asked ? Optional.empty() : Optional.of(Thread.currentThread());
            return !asked;
        }

        /** The mark of an interrupt is gone after this. */
        synchronized void end() {
            underWay = Optional.empty();
            Thread.interrupted();
        }
    }

    /** What became of an experiment here. */
    sealed interface ExperimentResult {
        /** It has no figures. @param why in a few words */
        record NotRun(String why) implements ExperimentResult {}

        /** It ran, to its end or not. */
        record Ran(ExperimentConfig config, ExitCode code, List<OperationWindow> stretches)
                implements ExperimentResult {
            public Ran {
                stretches = List.copyOf(stretches);
            }

            /** Its figures for a row of the paper: the warm-up is the initial phase, what comes after it all the others. */
            Optional<OperationWindow> of(PublishedRow row) {
                return stretches.stream()
                        .filter(stretch -> stretch.operation().equals(row.kind().measured()))
                        .filter(stretch -> stretch.warmUp() == row.phase().equals(PublishedRow.INITIAL))
                        .findFirst();
            }
        }
    }
}
