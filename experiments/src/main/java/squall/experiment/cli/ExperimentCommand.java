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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.JsonFlag;
import squall.cli.Signals;
import squall.cli.command.RunOptionParser;
import squall.cli.command.RunOptions;
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

/** Command {@code bin/experiment}: the documents' experiments, each by one command. */
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
    private final CommandEnvironment environment;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    private ExperimentCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    /** Options of the experiment, its scale and its database. */
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
                description = "A database of yours: cql:…, jdbc:postgresql:… or jdbc:yugabytedb:…; any other address"
                        + " needs --database.")
        private Optional<String> url = Optional.empty();

        @Option(
                names = "--cluster",
                paramLabel = "KIND[:K=V,...]",
                description = "A cluster of yours, for experiments with faults; as in bin/adversity.")
        private Optional<String> cluster = Optional.empty();

        @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
        Choice() {}

        /** @param folder of the user, to which paths are relative */
        SelectedExperiment of(ExperimentLibrary library, Path folder) throws CommandException {
            ExperimentSpec spec = library.find(name);
            if (url.isPresent() && cluster.isPresent()) {
                throw CommandException.usage("--url and --cluster exclude each other");
            }
            try {
                SelectedExperiment.DatabaseAddress address =
                        new SelectedExperiment.DatabaseAddress(database, url, cluster).from(folder.toAbsolutePath());
                SelectedExperiment selected = SelectedExperiment.of(spec, scale, address);
                new PlanText(selected).lines(); // every placeholder of every step has a value, before anything starts
                return selected;
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(e);
            }
        }
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the given streams and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        return line(environment).execute(words.toArray(String[]::new));
    }

    /** Returns the syntax of {@code bin/experiment}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment environment) {
        CommandLine line = CommandRunner.line(new ExperimentCommand(environment), environment);
        RunOptionParser.add(
                Objects.requireNonNull(line.getSubcommands().get("run")), List.of(RunOptions.RESULTS, RunOptions.TAG));
        return line;
    }

    @Command(description = "List the experiments, and those that cannot be run with the reason.")
    int list(
            @Option(
                            names = "--scale",
                            paramLabel = "SCALE",
                            description = "Print the names of the experiments that have this scale, and nothing else.")
                    Optional<String> scale,
            @Mixin JsonFlag json)
            throws CommandException, IOException {
        List<ExperimentSpec> all = having(scale, library().all());
        List<UnavailableExperiment> missing =
                UnavailableExperiment.read(library().folder());
        if (json.given()) {
            return json(new ExperimentsJson(
                    PlanText.SCHEMA_VERSION,
                    all.stream().map(ExperimentsJson.ListedExperiment::of).toList(),
                    missing));
        }
        if (scale.isPresent()) {
            all.forEach(spec -> out(spec.name()));
            return ExitCode.OK.code();
        }
        TextTable.rows(listing(all), Integer.MAX_VALUE).forEach(this::out);
        if (!missing.isEmpty()) {
            out("");
            out("Not repeated by an experiment:");
            missing.forEach(
                    each -> out("  no. " + numbers(each.numbers()) + " " + each.title() + ": " + each.reason()));
        }
        return ExitCode.OK.code();
    }

    /** Prints two rows for each: the title, then its origin and its databases. */
    private static Table listing(List<ExperimentSpec> all) {
        List<List<TableCell>> rows = new ArrayList<>();
        for (ExperimentSpec spec : all) {
            rows.add(List.of(TableCell.words(spec.name()), TableCell.words(spec.title())));
            String origin = spec.origin().numbers().isEmpty()
                    ? ""
                    : "document " + spec.origin().document() + ", no. "
                            + numbers(spec.origin().numbers()) + "; ";
            String details = origin + String.join(", ", spec.scales().keySet()) + "; on "
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

    private static List<ExperimentSpec> having(Optional<String> scale, List<ExperimentSpec> all)
            throws CommandException {
        if (scale.isPresent() && !ExperimentSpec.SCALES.contains(scale.get())) {
            throw CommandException.usage("--scale must be one of " + String.join(", ", ExperimentSpec.SCALES)
                    + ", not '" + scale.get() + "'" + NearestName.hint(scale.get(), ExperimentSpec.SCALES));
        }
        return all.stream()
                .filter(spec -> scale.map(spec.scales()::containsKey).orElse(true))
                .toList();
    }

    /** Listing of the experiments as JSON. */
    private record ExperimentsJson(
            int schemaVersion, List<ListedExperiment> experiments, List<UnavailableExperiment> unavailable) {
        private record ListedExperiment(
                String name,
                String title,
                String document,
                List<Integer> numbers,
                Set<String> scales,
                Set<String> databases) {
            static ListedExperiment of(ExperimentSpec spec) {
                return new ListedExperiment(
                        spec.name(),
                        spec.title(),
                        spec.origin().document(),
                        spec.origin().numbers(),
                        spec.scales().keySet(),
                        spec.databases().keySet());
            }
        }
    }

    /** Prints a document that has no secret in it any more. */
    private int json(Record document) {
        environment.out().print(CanonicalJson.pretty(document));
        return ExitCode.OK.code();
    }

    @Command(
            description =
                    "Print the steps of an experiment and what they need: rows, bytes, clients, time, nodes. Touches nothing.")
    int plan(@Mixin Choice choice, @Mixin JsonFlag json) throws CommandException {
        PlanText plan = new PlanText(selected(choice));
        if (json.given()) {
            return json(plan.json());
        }
        plan.lines().forEach(this::out);
        return ExitCode.OK.code();
    }

    @Command(description = "Run an experiment.")
    int run(
            @Mixin Choice choice,
            @Option(
                            names = "--resume",
                            description =
                                    "Go on with the newest unfinished one of this name, scale, database, address and cluster.")
                    boolean resume)
            throws CommandException, IOException, InterruptedException {
        SelectedExperiment selected = selected(choice);
        selected.requireAddress();
        RunOptions options = RunOptionParser.parsed(spec);
        FrontEndProcess process = new FrontEndProcess(home(), options.tags(environment));
        ExperimentRun run = ExperimentRun.of(
                selected,
                definition(selected),
                options.results(environment),
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

    /**
     * Passes signals on: a terminal sends Ctrl-C to the front end itself, which a second one would end at once; a kill reaches this process
     * alone.
     */
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

    private SelectedExperiment selected(Choice choice) throws CommandException {
        return choice.of(library(), environment.folder());
    }

    private ExperimentLibrary library() throws CommandException {
        Path folder = home().resolve("experiments");
        if (!Files.isDirectory(folder)) {
            throw new CommandException(ExitCode.UNREACHABLE, folder + " is missing: unpack the release again");
        }
        return new ExperimentLibrary(folder);
    }

    private Path home() {
        return environment.home().orElse(environment.folder());
    }

    /** Returns the definition of what would be run: the experiment as it was read, with all that --cluster replaced. */
    private static String definition(SelectedExperiment selected) {
        try {
            byte[] text = CanonicalJson.line(selected.spec()).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private void out(String line) {
        environment.out().println(SecretMasking.mask(line));
    }

    private void err(String line) {
        environment.err().println(SecretMasking.mask(line));
    }
}
