package squall.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import squall.results.history.IsolationRecord;
import squall.results.history.IsolationRecord.StepRecord;
import squall.results.history.IsolationRecord.WitnessRecord;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Which anomalies were seen in the transactions of a run, and how each of them came about. */
final class IsolationSection {
    private static final List<Column> ANOMALIES = List.of(
            Column.text("anomaly", "anomaly", 99),
            Column.number("count", "count", 30),
            Column.text("meaning", "what happened", 5));

    private static final List<Column> WITNESSES =
            List.of(Column.text("anomaly", "anomaly", 99), Column.text("steps", "what happened", 5));

    private IsolationSection() {}

    static List<Table> tables(List<IsolationRecord> records) {
        List<Table> tables = new ArrayList<>();
        for (IsolationRecord record : records) {
            String suffix = tables.isEmpty() ? "" : "-" + (tables.size() / 2 + 1);
            tables.add(new Table(
                    "anomalies" + suffix, "Anomalies of isolation", record.line(), ANOMALIES, anomalies(record)));
            tables.add(new Table(
                    "witnesses" + suffix,
                    "How the anomalies came about",
                    "One of each kind. Transactions are numbered in the order of the history.",
                    WITNESSES,
                    record.oneOfEach().stream().map(IsolationSection::row).toList()));
        }
        return tables;
    }

    private static List<List<TableCell>> anomalies(IsolationRecord record) {
        Map<String, String> meanings = new LinkedHashMap<>();
        record.witnesses().forEach(witness -> meanings.putIfAbsent(witness.anomaly(), witness.meaning()));
        List<List<TableCell>> rows = new ArrayList<>();
        record.anomalies()
                .forEach((anomaly, count) -> rows.add(List.of(
                        TableCell.words(anomaly),
                        TableCell.count(count),
                        TableCell.words(meanings.getOrDefault(anomaly, "")))));
        return rows;
    }

    private static List<TableCell> row(WitnessRecord witness) {
        return List.of(
                TableCell.words(witness.anomaly()),
                TableCell.words(
                        witness.steps().stream().map(StepRecord::text).collect(Collectors.joining(". ", "", "."))));
    }
}
