package squall.experiment.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.Signals;
import squall.cli.command.RunTags;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.experiment.ExperimentFolder;
import squall.experiment.ExperimentLibrary;
import squall.experiment.ExperimentLibrary.UnavailableExperiment;
import squall.experiment.ExperimentRun;
import squall.experiment.ExperimentSpec;
import squall.experiment.FrontEndProcess;
import squall.experiment.PlanText;
import squall.experiment.SelectedExperiment;
import squall.report.format.TableFormat;
import squall.results.file.CanonicalJson;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.SecretMasking;
import squall.system.TerminalStreams;
import squall.table.Table;
import squall.table.TableCell;
import squall.table.TextTable;

/** {@code bin/experiment}: the documents' experiments, each by one command. */
@Command(
        name = "experiment",
        description = {
            "Runs the experiments of the documents that this project implements, each by one command, and prints the published rows"
                    + " with its table."
        },
        footer = {
            "",
            "Exit codes: the worst of the steps'; a step that the database cannot take (2) is N/A in the table, and decides only"
                    + " where no step could be run; 2 usage; 130, 143 ended by a signal."
        })
public final class ExperimentCommand {
    private final CommandEnvironment surroundings;

    private ExperimentCommand(CommandEnvironment surroundings) {
        this.surroundings = surroundings;
    }

    /** What is run, how large, and where. */
    static final class Choice {
        @Parameters(index = "0", paramLabel = "NAME", description = "An experiment that list shows.")
        private String name;

        @Option(
                names = "--scale",
                paramLabel = "SCALE",
                defaultValue = "toy",
                description = "toy: minutes on this machine; laptop; full: the document's (default: ${DEFAULT-VALUE}).")
        private String scale;

        @Option(
                names = "--database",
                paramLabel = "NAME",
                description = "One that list shows for the experiment (default: the first of them).")
        private Optional<String> database = Optional.empty();

        @Option(
                names = "--url",
                paramLabel = "URL",
                description =
                        "A database of yours: jdbc:… or cql://…; with --database if the address does not tell it.")
        private Optional<String> url = Optional.empty();

        @Option(
                names = "--cluster",
                paramLabel = "KIND[:K=V,...]",
                description = "A cluster of yours, for experiments with faults; as in bin/adversity.")
        private Optional<String> cluster = Optional.empty();

        @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
        Choice() {}

        SelectedExperiment of(ExperimentLibrary library) throws CommandException {
            ExperimentSpec spec = library.find(name);
            if (url.isPresent() && cluster.isPresent()) {
                throw new CommandException(ExitCode.USAGE, "--url and --cluster exclude each other");
            }
            try {
                SelectedExperiment selected = SelectedExperiment.of(
                        spec, scale, new SelectedExperiment.DatabaseAddress(database, url, cluster));
                new PlanText(selected).lines(); // every placeholder of every step has a value, before anything starts
                return selected;
            } catch (IllegalArgumentException e) {
                throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
            }
        }
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment surroundings) {
        return line(surroundings).execute(words.toArray(String[]::new));
    }

    /** What can be typed after {@code bin/experiment}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment surroundings) {
        return CommandRunner.line(new ExperimentCommand(surroundings), surroundings);
    }

    @Command(description = "List the experiments, and those that cannot be run with the reason.")
    int list(
            @Option(
                            names = "--scale",
                            paramLabel = "SCALE",
                            description = "Print the names of the experiments that have this scale, and nothing else.")
                    Optional<String> scale)
            throws CommandException {
        List<ExperimentSpec> all = library().all();
        if (scale.isPresent()) {
            return names(all, scale.get());
        }
        TextTable.rows(listing(all), Integer.MAX_VALUE).forEach(this::out);
        List<UnavailableExperiment> missing =
                UnavailableExperiment.read(library().folder());
        if (!missing.isEmpty()) {
            out("");
            out("Not repeated by an experiment:");
            missing.forEach(
                    each -> out("  no. " + numbers(each.numbers()) + " " + each.title() + ": " + each.reason()));
        }
        return ExitCode.OK.code();
    }

    /** Two rows each: the title, then where it is from and what it runs on. */
    private static Table listing(List<ExperimentSpec> all) {
        List<List<TableCell>> rows = new ArrayList<>();
        for (ExperimentSpec spec : all) {
            rows.add(List.of(TableCell.words(spec.name()), TableCell.words(spec.title())));
            String details = "document " + spec.origin().document() + ", no. "
                    + numbers(spec.origin().numbers())
                    + "; " + String.join(", ", spec.scales().keySet()) + "; on "
                    + String.join(", ", spec.databases().keySet());
            rows.add(List.of(TableCell.words(""), TableCell.words(details)));
        }
        return new Table(
                "experiments",
                "Experiments",
                "",
                List.of(Table.Column.text("name", "name", 0), Table.Column.text("about", "about", 0)),
                rows);
    }

    private int names(List<ExperimentSpec> all, String scale) throws CommandException {
        if (!ExperimentSpec.SCALES.contains(scale)) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "--scale must be one of " + String.join(", ", ExperimentSpec.SCALES) + ", not '" + scale + "'"
                            + NearestName.hint(scale, ExperimentSpec.SCALES));
        }
        all.stream().filter(spec -> spec.scales().containsKey(scale)).forEach(spec -> out(spec.name()));
        return ExitCode.OK.code();
    }

    @Command(
            description =
                    "Print the steps of an experiment and what they need: rows, bytes, clients, time, nodes. Touches nothing.")
    int plan(@Mixin Choice choice) throws CommandException {
        new PlanText(choice.of(library())).lines().forEach(this::out);
        return ExitCode.OK.code();
    }

    @Command(description = "Run an experiment.")
    int run(
            @Mixin Choice choice,
            @Option(
                            names = "--resume",
                            description = "Go on with the newest unfinished one of this name, scale and database.")
                    boolean resume,
            @Option(
                            names = "--results",
                            paramLabel = "DIR",
                            description = "Where the experiment's folder is made; else SQUALL_RESULTS, else ./results.")
                    Optional<String> results,
            @Mixin RunTags tags)
            throws CommandException, IOException, InterruptedException {
        SelectedExperiment selected = choice.of(library());
        FrontEndProcess process = new FrontEndProcess(home(), tags.of(surroundings));
        ExperimentRun run = ExperimentRun.of(
                selected,
                definition(selected),
                resultsFolder(results),
                resume,
                new ExperimentRun.Rim(process, InstantSource.system(), this::err));
        return run(run, process).code();
    }

    private ExitCode run(ExperimentRun run, FrontEndProcess process) throws IOException, InterruptedException {
        Signals signals = Signals.install(
                signal -> {
                    run.stop();
                    pass(signal, process);
                },
                signal -> process.terminate());
        try {
            err("results    " + run.folder().path());
            ExitCode ended = run.execute();
            List<Table> tables = run.tables();
            TableFormat.TEXT.lines(tables.subList(0, tables.size() - 1)).forEach(this::out);
            out("page       " + run.folder().path().resolve(ExperimentFolder.PAGE));
            signals.exitCode().ifPresent(code -> err("ended early: the same command with --resume goes on from here"));
            return ExitCode.worst(
                    Stream.concat(signals.exitCode().stream(), Stream.of(ended)).toList());
        } finally {
            signals.close();
        }
    }

    /** A terminal sends Ctrl-C to the front end itself, which a second one would end at once; a kill reaches this process alone. */
    private void pass(String signal, FrontEndProcess process) {
        TerminalStreams terminal = TerminalStreams.here(TerminalStreams.Color.AUTO);
        if (signal.equals("SIGTERM")) {
            process.terminate();
        } else if (!terminal.out().live() && !terminal.err().live()) {
            try {
                process.interrupt();
            } catch (IOException e) {
                err("cannot interrupt the front end: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String numbers(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private ExperimentLibrary library() throws CommandException {
        Path folder = home().resolve("experiments");
        if (!Files.isDirectory(folder)) {
            throw new CommandException(ExitCode.UNREACHABLE, folder + " is missing: unpack the release again");
        }
        return new ExperimentLibrary(folder);
    }

    private Path home() {
        return surroundings.home().orElse(surroundings.folder());
    }

    private Path resultsFolder(Optional<String> results) {
        return surroundings
                .folder()
                .resolve(surroundings.results(results))
                .toAbsolutePath()
                .normalize();
    }

    /** Of what would be run: the experiment as it was read, with all that --cluster replaced. */
    private static String definition(SelectedExperiment selected) {
        try {
            byte[] text = CanonicalJson.line(selected.spec()).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private void out(String line) {
        surroundings.out().println(SecretMasking.mask(line));
    }

    private void err(String line) {
        surroundings.err().println(SecretMasking.mask(line));
    }
}
