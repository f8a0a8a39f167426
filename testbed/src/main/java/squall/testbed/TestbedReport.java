package squall.testbed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.results.file.CanonicalJson;
import squall.table.Table;
import squall.table.Table.Alignment;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TextTable;

/** Report of a command of the test bed: a sentence and facts, as lines and tables or as JSON. It contains no secrets. */
record TestbedReport(String sentence, SequencedMap<String, Object> facts) {
    private static final List<TableField<Fact>> FIELDS =
            List.of(TableField.text("fact", 0, Fact::name), TableField.text("value", 0, Fact::value));

    TestbedReport {
        facts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(facts));
    }

    String json() {
        return CanonicalJson.pretty(facts);
    }

    /** Formats the facts by name, followed by a table for each fact about several things, such as nodes. */
    String text() {
        List<String> lines = new ArrayList<>(List.of(sentence));
        List<Fact> plain =
                facts.entrySet().stream().flatMap(TestbedReport::plain).toList();
        TextTable.rows(Table.of("facts", FIELDS, plain), Integer.MAX_VALUE).forEach(line -> lines.add("  " + line));
        facts.forEach((name, value) -> {
            if (value instanceof Map<?, ?> several && ofMany(several)) {
                lines.add("");
                TextTable.lines(table(name, several), Integer.MAX_VALUE).forEach(line -> lines.add("  " + line));
            }
        });
        return String.join("\n", lines) + "\n";
    }

    private record Fact(String name, String value) {}

    private static boolean ofMany(Map<?, ?> value) {
        return !value.isEmpty() && value.values().stream().allMatch(Map.class::isInstance);
    }

    /** Formats a fact as one line, or a line for each of its members; none if it has a table of its own. */
    private static Stream<Fact> plain(Map.Entry<String, Object> fact) {
        String name = words(fact.getKey());
        if (!(fact.getValue() instanceof Map<?, ?> members)) {
            return Stream.of(new Fact(name, fact.getValue().toString()));
        }
        if (ofMany(members)) {
            return Stream.empty();
        }
        List<String> values = members.entrySet().stream()
                .map(member -> member.getKey() + "=" + member.getValue())
                .toList();
        return IntStream.range(0, values.size()).mapToObj(i -> new Fact(i == 0 ? name : "", values.get(i)));
    }

    /** Creates a table with a row for each thing, with the members that any of them has. */
    private static Table table(String name, Map<?, ?> several) {
        List<String> members = several.values().stream()
                .flatMap(each -> ((Map<?, ?>) each).keySet().stream())
                .map(String::valueOf)
                .distinct()
                .toList();
        List<Column> columns = new ArrayList<>(List.of(Column.text(name, words(name), 0)));
        members.forEach(member -> columns.add(new Column(member, words(member), "", Alignment.BY_CELLS, 0)));
        List<List<TableCell>> rows = several.entrySet().stream()
                .map(each -> Stream.concat(
                                Stream.of(TableCell.words(String.valueOf(each.getKey()))),
                                members.stream().map(member -> cell(((Map<?, ?>) each.getValue()).get(member))))
                        .toList())
                .toList();
        return new Table(name, words(name), "", columns, rows);
    }

    private static TableCell cell(@Nullable Object value) {
        return switch (value) {
            case null -> TableCell.none();
            case Number number -> TableCell.figure(number.doubleValue(), number.toString());
            case Map<?, ?> map ->
                TableCell.words(map.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
            default -> value.toString().isEmpty() ? TableCell.none() : TableCell.words(value.toString());
        };
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }
}
