package squall.report.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.report.reference.Form;
import squall.report.reference.PublishedDocument;
import squall.report.reference.PublishedFigures;
import squall.report.reference.PublishedTable;
import squall.report.reference.Sheet;
import squall.spi.Nearest;

/** {@code bin/report reference}: figures that others published. */
@Command(
        name = "reference",
        description = {
            "Prints figures that others published, each table with its source and its caveats.",
            "Without a name: lists the tables."
        })
final class ReferenceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Tables, or 'all'.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "text",
            description = "text, markdown, csv, html or json (default: ${DEFAULT-VALUE}).")
    private Form form;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    ReferenceCommand() {}

    @Override
    public Integer call() throws CommandException {
        PublishedFigures figures = PublishedFigures.load();
        List<String> lines = names.isEmpty() ? list(figures) : form.lines(sheets(figures));
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(out::println);
        out.flush();
        return ExitCode.OK.code();
    }

    /** By document; what is published in pictures only is named, as it cannot be printed. */
    private static List<String> list(PublishedFigures figures) {
        int width = figures.names().stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (PublishedDocument document : figures.documents()) {
            lines.add(document.title());
            document.tables()
                    .forEach(table -> lines.add(
                            String.format(Locale.ROOT, "  %-" + width + "s  %s", table.name(), table.title())));
            document.chartsOnly().forEach(chart -> lines.add("  (only a chart: " + chart + ")"));
        }
        return lines;
    }

    private List<Sheet> sheets(PublishedFigures figures) throws CommandException {
        if (names.equals(List.of("all"))) {
            return figures.tables().stream().map(PublishedTable::sheet).toList();
        }
        List<Sheet> sheets = new ArrayList<>();
        for (String name : names) {
            sheets.add(
                    figures.find(name).orElseThrow(() -> unknown(name, figures)).sheet());
        }
        return sheets;
    }

    private static CommandException unknown(String name, PublishedFigures figures) {
        return new CommandException(
                ExitCode.USAGE,
                "there is no table '" + name + "'" + Nearest.hint(name, figures.names())
                        + " (bin/report reference lists them)");
    }
}
