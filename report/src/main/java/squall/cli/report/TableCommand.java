package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.report.format.TableFormat;
import squall.report.table.NamedRun;
import squall.report.table.PaperTable;
import squall.results.recorded.RecordedRun;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.ExitCode;
import squall.system.FileTrees;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;

/** {@code bin/report table}: runs in the form of tables that others published. */
@Command(
        name = "table",
        description = {
            "Makes a table from runs, in the form in which others published theirs.",
            "Without a name: lists the tables. A run may have a NAME: 3=RUN for three nodes, 25.4=RUN for a version, yb=RUN for a"
                    + " database. The folder of an experiment stands for the runs of its steps."
        })
final class TableCommand implements Callable<Integer> {
    private static final Pattern NAMED = Pattern.compile("([\\w.+-]+)=(.+)");

    /** Subfolder of an experiment's folder that has a folder for each step. */
    private static final String STEPS = "steps";

    private static final Pattern ATTEMPT = Pattern.compile("\\.attempt-\\d+$");

    @Parameters(
            arity = "0..*",
            paramLabel = "TABLE [NAME=]RUN",
            description = "Which table, then the runs it is made from.")
    private List<String> words = new ArrayList<>();

    @Mixin
    private TablePrinter printer;

    @Option(names = "--published", description = "Print the published table too.")
    private boolean published;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    TableCommand() {}

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        return words.isEmpty() ? listed() : printer.print(tables());
    }

    private int listed() {
        List<TableField<PaperTable>> fields =
                List.of(TableField.text("table", 0, PaperTable::label), TableField.text("about", 0, PaperTable::about));
        Table list = Table.of("tables", fields, List.of(PaperTable.values()));
        return printer.printList(list, TextTable.rows(list, Integer.MAX_VALUE));
    }

    private List<Table> tables() throws CommandException, IOException, InterruptedException {
        PaperTable table = table(words.getFirst());
        List<NamedRun> runs = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            runs.addAll(runs(word));
        }
        if (runs.isEmpty()) {
            throw CommandException.usage("which runs? Name run directories; results/latest is the newest");
        }
        requireDifferentRuns(runs);
        return CommandStep.of(() -> table.of(runs, published));
    }

    private static void requireDifferentRuns(List<NamedRun> runs) throws CommandException {
        Set<String> seen = new HashSet<>();
        for (NamedRun run : runs) {
            String id = run.run().manifest().runId();
            if (!seen.add(id)) {
                throw CommandException.usage("run " + id + " is named twice");
            }
        }
    }

    private static PaperTable table(String name) throws CommandException {
        List<String> known =
                Stream.of(PaperTable.values()).map(PaperTable::label).toList();
        return PaperTable.find(name)
                .orElseThrow(() ->
                        CommandException.usage("there is no table '" + name + "'" + NearestName.choice(name, known)));
    }

    /**
     * Returns the run that is named; of the folder of an experiment the newest run of each step, without attempts that were repeated. A
     * folder with an equals sign in its name is written with a slash before it.
     */
    static List<NamedRun> runs(String word) throws IOException {
        Matcher named = NAMED.matcher(word);
        boolean hasName = named.matches();
        Path folder = Path.of(hasName ? named.group(2) : word);
        List<NamedRun> runs = new ArrayList<>();
        for (Path run : Files.isDirectory(folder.resolve(STEPS)) ? ofSteps(folder.resolve(STEPS)) : List.of(folder)) {
            runs.add(new NamedRun(hasName ? named.group(1) : "", RecordedRun.read(run)));
        }
        return runs;
    }

    private static List<Path> ofSteps(Path steps) throws IOException {
        return FileTrees.entries(steps).stream()
                .filter(folder -> !ATTEMPT.matcher(folder.toString()).find())
                .map(folder -> folder.resolve("latest"))
                .filter(Files::exists)
                .sorted()
                .toList();
    }

    /** Printer of the commands that make tables. */
    static final class TablePrinter {
        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        @Option(
                names = "--format",
                paramLabel = "FORM",
                defaultValue = "text",
                description = "text, markdown, csv, html or json (default: ${DEFAULT-VALUE}).")
        private TableFormat form;

        @Option(names = "--json", description = "Print one JSON document, as --format json does.")
        private boolean json;

        @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
        TablePrinter() {}

        int print(List<Table> tables) {
            return printLines(form().lines(tables));
        }

        /** Prints tables. @param title of a page in HTML */
        int print(String title, List<Table> tables) {
            return printLines(form().lines(title, tables));
        }

        /** Prints a list of choices. @param text printed instead of the table in text format */
        int printList(Table list, List<String> text) {
            return printLines(form() == TableFormat.TEXT ? text : form().lines(List.of(list)));
        }

        private TableFormat form() {
            return json ? TableFormat.JSON : form;
        }

        private int printLines(List<String> lines) {
            PrintWriter out = spec.commandLine().getOut();
            lines.forEach(out::println);
            out.flush();
            return ExitCode.OK.code();
        }
    }
}
