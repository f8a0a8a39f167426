package squall.testbed.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import squall.system.OutputScreen;
import squall.table.TextTable;
import squall.testbed.doctor.MachineCheck.CheckFinding;
import squall.testbed.doctor.MachineCheck.CheckSection;

/** What all checks found, in the order in which they are read. */
record MachineDiagnosis(List<Part> parts) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The words of a finding begin here. */
    private static final int TEXT = 31;

    /** What the checks of one section found. */
    record Part(String title, List<CheckFinding> findings) {
        Part {
            findings = List.copyOf(findings);
        }
    }

    MachineDiagnosis {
        parts = List.copyOf(parts);
    }

    /** Makes all checks at once, for most of them wait for a program. */
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

    /** Whether nothing basic is missing. */
    boolean healthy() {
        return findings().stream().noneMatch(CheckFinding::fatal);
    }

    List<String> lines(OutputScreen screen) {
        List<String> lines = new ArrayList<>();
        for (Part part : parts) {
            lines.add(part.title());
            part.findings().forEach(finding -> lines.addAll(lines(finding, screen)));
            lines.add("");
        }
        long missing = findings().stream().filter(finding -> !finding.ok()).count();
        lines.add(findings().size() - missing + " ok, " + missing + " missing; "
                + (healthy() ? "all basic requirements are met" : "a basic requirement is missing"));
        return List.copyOf(lines);
    }

    String json() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema_version", 1);
        document.put("healthy", healthy());
        document.put(
                "checks",
                parts.stream()
                        .flatMap(part -> part.findings().stream().map(finding -> entry(part.title(), finding)))
                        .toList());
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("writing text and numbers as JSON cannot fail", e);
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

    private static List<String> lines(CheckFinding finding, OutputScreen screen) {
        String sign = String.format(Locale.ROOT, "  %-9s", finding.ok() ? "ok" : "missing");
        String painted = finding.ok() ? screen.green(sign) : finding.fatal() ? screen.red(sign) : sign;
        List<String> lines = TextTable.entry(sign + finding.check().name(), finding.told(), TEXT, screen.columns());
        lines.set(0, painted + lines.getFirst().substring(sign.length()));
        return lines;
    }

    private static Map<String, Object> entry(String section, CheckFinding finding) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("section", section);
        entry.put("name", finding.check().name());
        entry.put("state", finding.ok() ? "ok" : "missing");
        entry.put("need", finding.check().need().name().toLowerCase(Locale.ROOT));
        entry.put("found", finding.answer().text());
        entry.put("purpose", finding.check().purpose());
        entry.put("remedy", finding.check().remedy());
        return entry;
    }
}
