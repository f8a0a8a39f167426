package squall.report.form;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.report.html.Markup;
import squall.report.model.Document;
import squall.report.model.Expectation;
import squall.report.model.Status;

/** What was expected of a run as JUnit's XML: a suite for each subject, a case for each expectation, an error where a figure is invalid. */
final class JUnitForm {
    private JUnitForm() {}

    static String of(Document document) {
        Map<String, List<Expectation>> suites = new LinkedHashMap<>();
        document.expectations()
                .forEach(e -> suites.computeIfAbsent(e.subject(), subject -> new ArrayList<>())
                        .add(e));
        Markup xml = new Markup();
        xml.begin("testsuites", "name", document.name()).line();
        suites.forEach((subject, cases) -> suite(xml, document.name() + "." + subject, cases));
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml.end().line().page();
    }

    private static void suite(Markup xml, String name, List<Expectation> cases) {
        xml.begin(
                        "testsuite",
                        "name",
                        name,
                        "tests",
                        Integer.toString(cases.size()),
                        "failures",
                        count(cases, Status.FAILED),
                        "errors",
                        count(cases, Status.INVALID),
                        "skipped",
                        count(cases, Status.SKIPPED))
                .line();
        for (Expectation expectation : cases) {
            xml.begin("testcase", "classname", name, "name", expectation.wanted());
            outcome(xml, expectation);
            xml.end().line();
        }
        xml.end().line();
    }

    private static void outcome(Markup xml, Expectation expectation) {
        switch (expectation.status()) {
            case PASSED, RUNNING -> xml.leaf("system-out", expectation.observed());
            case FAILED -> xml.leaf("failure", expectation.observed(), "message", expectation.observed());
            case INVALID -> xml.leaf("error", expectation.observed(), "message", expectation.observed());
            case SKIPPED -> xml.leaf("skipped", "", "message", expectation.observed());
        }
    }

    private static String count(List<Expectation> cases, Status status) {
        return Long.toString(cases.stream().filter(e -> e.status() == status).count());
    }
}
