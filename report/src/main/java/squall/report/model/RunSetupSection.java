package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import squall.results.Manifest;
import squall.results.file.CanonicalJson;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Section of the setup of a run: database, client and options, from its manifest. */
final class RunSetupSection {
    /** Members shown elsewhere in the report, or of no use to its readers. */
    private static final Set<String> ELSEWHERE = Set.of(
            "schema_version",
            "run_id",
            "state",
            "command",
            "db",
            "client",
            "process",
            "phases",
            "parts",
            "clients",
            "artefacts",
            "squall",
            "workload",
            "elapsed_ns",
            "exit_code");

    private static final List<Column> FACT =
            List.of(Column.text("name", "what", 20), Column.text("value", "value", 10));

    private RunSetupSection() {}

    static List<Table> tables(ReportData evidence) {
        Manifest manifest = evidence.manifest();
        return List.of(
                facts("database", "Database", "As it answered when it was asked.", database(manifest)),
                facts("client", "Client", "The machine and process that sent the load.", client(manifest)),
                facts("run", "Run", "", run(manifest)));
    }

    /** Returns a table of facts without empty ones. */
    private static Table facts(String id, String title, String note, List<List<TableCell>> facts) {
        return new Table(
                id,
                title,
                note,
                FACT,
                facts.stream().filter(fact -> !fact.getLast().text().isEmpty()).toList());
    }

    /** Creates the table of the figures specific to the workload. */
    static Table figures(ReportData evidence) {
        List<TableField<WorkloadFigure>> fields = List.of(
                TableField.words("name", "figure", 20, figure -> figure.name()),
                TableField.number("value", "value", 30, RunSetupSection::value),
                TableField.words("unit", "unit", 10, figure -> figure.unit()));
        return Table.of("figures", "Workload figures", List.of(), fields, evidence.figures());
    }

    private static TableCell value(WorkloadFigure figure) {
        return TableCell.figure(figure.possibleValue().orElse(Double.NaN), figure.text());
    }

    private static List<List<TableCell>> database(Manifest manifest) {
        Manifest.Database database = manifest.db();
        List<List<TableCell>> facts = new ArrayList<>();
        facts.add(fact("product", database.product()));
        facts.add(fact("version", database.version()));
        facts.add(fact("nodes", String.join(" ", database.endpoints())));
        database.settings().orElse(Map.of()).forEach((name, value) -> facts.add(fact(name, value)));
        return facts;
    }

    private static List<List<TableCell>> client(Manifest manifest) {
        List<List<TableCell>> facts = new ArrayList<>();
        CanonicalJson.tree(manifest.squall())
                .properties()
                .forEach(member -> facts.add(fact("squall " + member.getKey(), words(member.getValue()))));
        CanonicalJson.tree(manifest.client())
                .properties()
                .forEach(member -> facts.add(fact(member.getKey(), words(member.getValue()))));
        return facts;
    }

    private static List<List<TableCell>> run(Manifest manifest) {
        return CanonicalJson.tree(manifest).properties().stream()
                .filter(member -> !ELSEWHERE.contains(member.getKey()))
                .map(member -> fact(member.getKey(), words(member.getValue())))
                .toList();
    }

    private static List<TableCell> fact(String name, String value) {
        return List.of(TableCell.words(name.replace('_', ' ')), TableCell.words(value));
    }

    private static String words(JsonNode value) {
        if (value.isValueNode()) {
            return value.asText();
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(RunSetupSection::words)
                    .collect(Collectors.joining(value.findValue("name") == null ? " " : "; "));
        }
        return value.properties().stream()
                .map(member -> member.getKey() + " " + words(member.getValue()))
                .collect(Collectors.joining(", "));
    }
}
