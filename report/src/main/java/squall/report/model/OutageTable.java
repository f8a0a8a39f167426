package squall.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import squall.results.AdversitySummary;
import squall.results.AdversitySummary.EvidenceSummary;
import squall.results.AdversitySummary.GroupImpact;
import squall.results.AdversitySummary.OutagePartSummary;
import squall.results.AdversitySummary.OutageSummary;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Table of the anatomy of each outage: a row for each part with its evidence; from the summary's member {@code adversity}. */
final class OutageTable {
    private static final double SECOND_NANOS = 1e9;
    private static final List<Column> COLUMNS = List.of(
            Column.text("injection_group", "injection group", Column.KEY),
            Column.number("from_s", "from s", Column.KEY),
            Column.number("seconds", "seconds", 20),
            Column.text("part", "part", Column.KEY),
            Column.text("cause", "cause", 17),
            Column.text("evidence", "evidence", 12));

    private OutageTable() {}

    static Table of(AdversitySummary adversity) {
        List<List<TableCell>> rows = new ArrayList<>();
        for (GroupImpact group : adversity.injectionGroups()) {
            group.outages().forEach(outage -> outage.parts().forEach(part -> rows.add(row(group, part))));
        }
        return new Table("outages", "Anatomy of the outages", note(adversity), COLUMNS, rows);
    }

    private static String note(AdversitySummary adversity) {
        List<String> sentences = new ArrayList<>();
        double errorMs = 0;
        for (GroupImpact group : adversity.injectionGroups()) {
            for (OutageSummary outage : group.outages()) {
                sentences.add(group.name() + ": " + outage.text() + ".");
                errorMs = Math.max(errorMs, outage.clockErrorMs());
            }
        }
        sentences.add("An outage: no answer for at least a second, until the recovery rule held. Times from logs are"
                + " exact to " + HumanNumbers.amount(errorMs) + " ms.");
        return String.join(" ", sentences);
    }

    private static List<TableCell> row(GroupImpact group, OutagePartSummary part) {
        return List.of(
                TableCell.words(group.name()),
                second(part.fromNs() / SECOND_NANOS),
                TableCell.amount((part.toNs() - part.fromNs()) / SECOND_NANOS),
                TableCell.words(part.kind().words()),
                TableCell.words(part.why()),
                TableCell.words(
                        part.evidence().stream().map(OutageTable::evidence).collect(Collectors.joining("; "))));
    }

    /** Formats a time with two decimals, however late: several parts may begin in one second. */
    private static TableCell second(double second) {
        return TableCell.figure(second, String.format(Locale.ROOT, "%,.2f", second));
    }

    private static String evidence(EvidenceSummary evidence) {
        return String.format(
                Locale.ROOT, "%.3f s %s: %s", evidence.atNs() / SECOND_NANOS, evidence.source(), evidence.text());
    }
}
