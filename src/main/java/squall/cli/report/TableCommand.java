package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
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
import squall.report.table.PublishedFigures;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.report.table.SeedTable;
import squall.results.recorded.RecordedRun;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;

/** {@code bin/report table}: runs as tables that others published of theirs. */
@Command(
        name = "table",
        description = {
            "Makes a table from runs, in the form in which others published theirs.",
            "Without a name: lists the tables. A run may have a NAME: 3=RUN for three nodes, 25.4=RUN for a version, yb=RUN for a"
                    + " database."
        })
final class TableCommand implements Callable<Integer> {
    private static final Pattern NAMED = Pattern.compile("([\\w.+-]+)=(.+)");

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
    public Integer call() throws CommandException {
        return words.isEmpty() ? printer.printLines(list()) : printer.print(tables());
    }

    private static List<String> list() {
        List<TableField<SeedTable>> fields =
                List.of(TableField.text("table", 0, SeedTable::label), TableField.text("about", 0, SeedTable::about));
        return TextTable.rows(Table.of("tables", fields, List.of(SeedTable.values())), Integer.MAX_VALUE);
    }

    private List<Table> tables() throws CommandException {
        SeedTable table = table(words.getFirst());
        List<NamedRun> runs = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            runs.add(run(word));
        }
        if (runs.isEmpty()) {
            throw CommandException.usage("which runs? Name run directories; results/latest is the newest");
        }
        requireDifferentRuns(runs);
        try {
            Table ours = table.of(runs);
            List<String> complaints =
                    runs.stream().flatMap(run -> run.complaints().stream()).toList();
            List<Table> tables = new ArrayList<>(List.of(ours.with(complaints)));
            if (published) {
                table.published().forEach(name -> tables.add(published(name)));
            }
            return tables;
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
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

    private static Table published(String name) {
        return PublishedFigures.load().find(name).map(PublishedTable::table).orElseThrow();
    }

    private static SeedTable table(String name) throws CommandException {
        List<String> known = Stream.of(SeedTable.values()).map(SeedTable::label).toList();
        return SeedTable.find(name)
                .orElseThrow(() -> CommandException.usage("there is no table '" + name + "' (known: "
                        + String.join(", ", known) + ")" + NearestName.hint(name, known)));
    }

    /** A folder with an equals sign in its name is written with a slash before it. */
    static NamedRun run(String word) throws CommandException {
        Matcher named = NAMED.matcher(word);
        boolean hasName = named.matches();
        try {
            return new NamedRun(
                    hasName ? named.group(1) : "", RecordedRun.read(Path.of(hasName ? named.group(2) : word)));
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    /** How the commands that make tables print them. */
    static final class TablePrinter {
        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        @Option(
                names = "--format",
                paramLabel = "FORM",
                defaultValue = "text",
                description = "text, markdown, csv, html or json (default: ${DEFAULT-VALUE}).")
        private TableFormat form;

        @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
        TablePrinter() {}

        int print(List<Table> tables) {
            return printLines(form.lines(tables));
        }

        int printLines(List<String> lines) {
            PrintWriter out = spec.commandLine().getOut();
            lines.forEach(out::println);
            out.flush();
            return ExitCode.OK.code();
        }
    }
}
