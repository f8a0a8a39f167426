package squall.cli.report;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import squall.cli.report.TableCommand.TablePrinter;
import squall.report.table.PublishedFigures;
import squall.report.table.PublishedFigures.PublishedDocument;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;

/** {@code bin/report reference}: published figures of other benchmarks. */
@Command(
        name = "reference",
        description = {
            "Prints figures that others published, each table with its source and its caveats.",
            "Without a name: lists the tables."
        })
final class ReferenceCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Tables, or 'all'.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private TablePrinter printer;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    ReferenceCommand() {}

    @Override
    public Integer call() throws CommandException {
        PublishedFigures figures = PublishedFigures.load();
        return names.isEmpty() ? listed(figures) : printer.print(tables(figures));
    }

    /** Lists the tables by document; those published only as pictures are named but cannot be printed. */
    private int listed(PublishedFigures figures) {
        List<TableField<PublishedTable>> fields = List.of(
                TableField.text("name", 0, PublishedTable::name), TableField.text("title", 0, PublishedTable::title));
        Table list = Table.of("tables", fields, figures.tables());
        Iterator<String> rows = TextTable.rows(list, Integer.MAX_VALUE).iterator();
        List<String> lines = new ArrayList<>();
        for (PublishedDocument document : figures.documents()) {
            lines.add(document.title());
            document.tables().forEach(table -> lines.add("  " + rows.next()));
            document.chartsOnly().forEach(chart -> lines.add("  (only a chart: " + chart + ")"));
        }
        return printer.printList(list, lines);
    }

    private List<Table> tables(PublishedFigures figures) throws CommandException {
        if (names.equals(List.of("all"))) {
            return figures.tables().stream().map(PublishedTable::table).toList();
        }
        List<Table> tables = new ArrayList<>();
        for (String name : names) {
            tables.add(
                    figures.find(name).orElseThrow(() -> unknown(name, figures)).table());
        }
        return tables;
    }

    private static CommandException unknown(String name, PublishedFigures figures) {
        return CommandException.usage("there is no table '" + name + "'" + NearestName.hint(name, figures.names())
                + " (bin/report reference lists them)");
    }
}
