package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import squall.results.Figure;

/** On what, with what and how the run was made, as its manifest tells. */
final class Conditions {
    /** Told elsewhere in the report, or of no use to its readers. */
    private static final Set<String> ELSEWHERE = Set.of(
            "schema_version",
            "run_id",
            "state",
            "command",
            "db",
            "client",
            "process",
            "phases",
            "artefacts",
            "squall",
            "workload",
            "elapsed_ns",
            "exit_code");

    private static final List<Column> FACT =
            List.of(Column.text("name", "what", 20), Column.text("value", "value", 10));

    private Conditions() {}

    static List<Grid> grids(Evidence evidence) {
        JsonNode manifest = evidence.manifest();
        return List.of(
                facts("database", "Database", "As it answered when it was asked.", database(manifest)),
                facts("client", "Client", "The machine and process that sent the load.", client(manifest)),
                facts("run", "Run", "", run(manifest)));
    }

    /** What is empty says nothing. */
    private static Grid facts(String id, String title, String note, List<List<Cell>> facts) {
        return new Grid(
                id,
                title,
                note,
                FACT,
                facts.stream().filter(fact -> !fact.getLast().text().isEmpty()).toList());
    }

    /** Figures that the workload is known by. */
    static Grid figures(Evidence evidence) {
        return new Grid(
                "figures",
                "Workload figures",
                "",
                List.of(
                        Column.text("name", "figure", 20),
                        Column.number("value", "value", 30),
                        Column.text("unit", "unit", 10)),
                evidence.figures().stream().map(Conditions::figure).toList());
    }

    private static List<Cell> figure(Figure figure) {
        return List.of(
                Cell.text(figure.name()),
                new Cell(figure.text(), OptionalDouble.of(figure.value()), Tone.PLAIN, ""),
                Cell.text(figure.unit()));
    }

    /** As a shell takes it back. */
    static String command(JsonNode manifest) {
        return StreamSupport.stream(manifest.path("command").spliterator(), false)
                .map(JsonNode::asText)
                .map(word -> word.matches("[\\w@%+=:,./\\-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    private static List<List<Cell>> database(JsonNode manifest) {
        JsonNode database = manifest.path("db");
        List<List<Cell>> facts = new ArrayList<>();
        facts.add(fact("product", database.path("product")));
        facts.add(fact("version", database.path("version")));
        facts.add(fact("nodes", database.path("nodes")));
        database.path("settings")
                .properties()
                .forEach(setting -> facts.add(fact(setting.getKey(), setting.getValue())));
        return facts;
    }

    private static List<List<Cell>> client(JsonNode manifest) {
        List<List<Cell>> facts = new ArrayList<>();
        for (Map.Entry<String, JsonNode> squall : manifest.path("squall").properties()) {
            facts.add(fact("squall " + squall.getKey(), squall.getValue()));
        }
        for (Map.Entry<String, JsonNode> client : manifest.path("client").properties()) {
            facts.add(fact(client.getKey(), client.getValue()));
        }
        return facts;
    }

    private static List<List<Cell>> run(JsonNode manifest) {
        return manifest.properties().stream()
                .filter(member -> !ELSEWHERE.contains(member.getKey()))
                .map(member -> fact(member.getKey(), member.getValue()))
                .toList();
    }

    private static List<Cell> fact(String name, JsonNode value) {
        return List.of(Cell.text(name.replace('_', ' ')), Cell.text(words(value)));
    }

    private static String words(JsonNode value) {
        if (value.isValueNode()) {
            return value.asText();
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(Conditions::words)
                    .collect(Collectors.joining(value.findValue("name") == null ? " " : "; "));
        }
        return value.properties().stream()
                .map(member -> member.getKey() + " " + words(member.getValue()))
                .collect(Collectors.joining(", "));
    }
}
