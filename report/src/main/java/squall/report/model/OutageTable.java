package squall.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.OutagePartSummary;
import squall.verdict.AdversitySummary.SeenOutage;

/** Table of the anatomy of each outage: a row for each part with its evidence; from the summary's member {@code adversity}. */
final class OutageTable {
    private static final double SECOND_NANOS = 1e9;

    private record GroupPart(String group, String seenBy, OutagePartSummary part) {}

    private static final List<TableField<GroupPart>> FIELDS = List.of(
            TableField.words("injection_group", "injection group", Column.KEY, row -> row.group()),
            TableField.words("seen_by", "seen by", 15, row -> row.seenBy()),
            TableField.number(
                    "from_s", "from s", Column.KEY, row -> second(row.part().fromNs())),
            TableField.number(
                    "seconds",
                    "seconds",
                    20,
                    row -> seconds(row.part().toNs() - row.part().fromNs())),
            TableField.words(
                    "part", "part", Column.KEY, row -> row.part().kind().words()),
            TableField.words("cause", "cause", 17, row -> row.part().why()),
            TableField.words("evidence", "evidence", 12, row -> evidence(row.part())));

    private OutageTable() {}

    static Table of(AdversitySummary adversity) {
        return Table.of(
                "outages",
                "Anatomy of the outages",
                List.of(note(adversity)),
                FIELDS,
                adversity.injectionGroups().stream()
                        .flatMap(group -> group.seenOutages().stream()
                                .flatMap(seen -> seen.outage().parts().stream()
                                        .map(part -> new GroupPart(group.name(), seen.seenBy(), part))))
                        .toList());
    }

    private static String note(AdversitySummary adversity) {
        List<String> sentences = new ArrayList<>();
        double errorMs = 0;
        for (GroupImpact group : adversity.injectionGroups()) {
            for (SeenOutage seen : group.seenOutages()) {
                sentences.add(
                        group.name() + seen.suffix() + ": " + seen.outage().text() + ".");
                errorMs = Math.max(errorMs, seen.outage().clockErrorMs());
            }
        }
        sentences.add("An outage: no answer for at least a second, until the recovery rule held; of the worst lane of"
                + " data, until its next success. Times from logs are exact to " + HumanNumbers.amount(errorMs)
                + " ms.");
        return String.join(" ", sentences);
    }

    /** Formats a time with two decimals, however late: several parts may begin in one second. */
    private static TableCell second(long nanos) {
        double second = nanos / SECOND_NANOS;
        return TableCell.figure(second, String.format(Locale.ROOT, "%,.2f", second));
    }

    private static TableCell seconds(long nanos) {
        return TableCell.amount(nanos / SECOND_NANOS);
    }

    private static String evidence(OutagePartSummary part) {
        return part.evidence().stream()
                .map(each -> String.format(
                        Locale.ROOT, "%.3f s %s: %s", each.atNs() / SECOND_NANOS, each.source(), each.text()))
                .collect(Collectors.joining("; "));
    }
}
