package squall.report.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.report.html.MarkupWriter;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportDocument;

/** What was expected of a run as JUnit's XML: a suite for each subject, a case for each expectation, an error where a figure is invalid. */
final class JUnitReportFormat {
    private JUnitReportFormat() {}

    static String of(ReportDocument document) {
        Map<String, List<ReportDocument.ReportedExpectation>> suites = new LinkedHashMap<>();
        document.expectations()
                .forEach(e -> suites.computeIfAbsent(e.subject(), subject -> new ArrayList<>())
                        .add(e));
        MarkupWriter xml = new MarkupWriter();
        xml.begin("testsuites", "name", document.name()).line();
        suites.forEach((subject, cases) -> suite(xml, document.name() + "." + subject, cases));
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml.end().line().page();
    }

    private static void suite(MarkupWriter xml, String name, List<ReportDocument.ReportedExpectation> cases) {
        xml.begin(
                        "testsuite",
                        "name",
                        name,
                        "tests",
                        Integer.toString(cases.size()),
                        "failures",
                        count(cases, JudgementStatus.FAILED),
                        "errors",
                        count(cases, JudgementStatus.INVALID),
                        "skipped",
                        count(cases, JudgementStatus.SKIPPED))
                .line();
        for (ReportDocument.ReportedExpectation expectation : cases) {
            xml.begin("testcase", "classname", name, "name", expectation.wanted());
            outcome(xml, expectation);
            xml.end().line();
        }
        xml.end().line();
    }

    private static void outcome(MarkupWriter xml, ReportDocument.ReportedExpectation expectation) {
        switch (expectation.status()) {
            case PASSED, RUNNING -> xml.leaf("system-out", expectation.observed());
            case FAILED -> xml.leaf("failure", expectation.observed(), "message", expectation.observed());
            case INVALID -> xml.leaf("error", expectation.observed(), "message", expectation.observed());
            case SKIPPED -> xml.leaf("skipped", "", "message", expectation.observed());
        }
    }

    private static String count(List<ReportDocument.ReportedExpectation> cases, JudgementStatus status) {
        return Long.toString(cases.stream().filter(e -> e.status() == status).count());
    }
}
