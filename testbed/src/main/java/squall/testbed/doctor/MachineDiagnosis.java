package squall.testbed.doctor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import squall.results.file.CanonicalJson;
import squall.system.OutputScreen;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.table.TextTable;
import squall.testbed.doctor.MachineCheck.CheckFinding;
import squall.testbed.doctor.MachineCheck.CheckSection;

/** Report of the findings of all checks, in the order in which they are shown. */
record MachineDiagnosis(List<Part> parts) {
    private static final List<TableField<CheckFinding>> FIELDS = List.of(
            new TableField<>(Column.text("state", "state", 0), MachineDiagnosis::state),
            TableField.text("name", 0, finding -> finding.check().name()),
            TableField.text("found", 0, CheckFinding::text));

    /** Part of the report: the findings of one section, with its title. */
    record Part(String title, List<CheckFinding> findings) {
        Part {
            findings = List.copyOf(findings);
        }
    }

    MachineDiagnosis {
        parts = List.copyOf(parts);
    }

    /** Performs all checks at once, as most of them wait for a program. */
    static MachineDiagnosis of(List<CheckSection> sections) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<List<Future<CheckFinding>>> asked = sections.stream()
                    .map(section -> section.checks().stream()
                            .map(check -> threads.submit(check::finding))
                            .toList())
                    .toList();
            List<Part> parts = new ArrayList<>();
            for (int i = 0; i < sections.size(); i++) {
                parts.add(new Part(sections.get(i).title(), answered(asked.get(i))));
            }
            return new MachineDiagnosis(parts);
        }
    }

    private static TableCell state(CheckFinding finding) {
        return TableCell.words(finding.state())
                .in(finding.ok() ? CellTone.GOOD : finding.fatal() ? CellTone.BAD : CellTone.PLAIN);
    }

    /** Returns whether no basic feature is missing. */
    boolean healthy() {
        return findings().stream().noneMatch(CheckFinding::fatal);
    }

    List<String> lines(OutputScreen screen) {
        Iterator<List<String>> entries = TextTable.entries(Table.of("checks", FIELDS, findings()), "  ", screen)
                .iterator();
        List<String> lines = new ArrayList<>();
        for (Part part : parts) {
            lines.add(part.title());
            part.findings().forEach(finding -> lines.addAll(entries.next()));
            lines.add("");
        }
        long missing = findings().stream().filter(finding -> !finding.ok()).count();
        lines.add(findings().size() - missing + " ok, " + missing + " missing; "
                + (healthy() ? "all basic requirements are met" : "a basic requirement is missing"));
        return List.copyOf(lines);
    }

    String json() {
        return CanonicalJson.pretty(new DiagnosisJson(
                1,
                healthy(),
                parts.stream()
                        .flatMap(part -> part.findings().stream().map(finding -> CheckJson.of(part, finding)))
                        .toList()));
    }

    private record DiagnosisJson(int schemaVersion, boolean healthy, List<CheckJson> checks) {}

    private record CheckJson(
            String section, String name, String state, String need, String found, String purpose, String remedy) {
        static CheckJson of(Part part, CheckFinding finding) {
            MachineCheck check = finding.check();
            return new CheckJson(
                    part.title(),
                    check.name(),
                    finding.state(),
                    check.need().name().toLowerCase(Locale.ROOT),
                    finding.answer().text(),
                    check.purpose(),
                    check.remedy());
        }
    }

    private List<CheckFinding> findings() {
        return parts.stream().flatMap(part -> part.findings().stream()).toList();
    }

    private static List<CheckFinding> answered(List<Future<CheckFinding>> asked) throws InterruptedException {
        List<CheckFinding> findings = new ArrayList<>();
        for (Future<CheckFinding> answer : asked) {
            try {
                findings.add(answer.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a check failed with an internal error", e.getCause());
            }
        }
        return findings;
    }
}
