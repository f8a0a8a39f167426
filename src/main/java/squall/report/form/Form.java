package squall.report.form;

import squall.cli.Screen;
import squall.report.html.Page;
import squall.report.model.Report;

/** What a report can be written as. */
public enum Form {
    HTML,
    TEXT,
    MARKDOWN,
    CSV,
    JSON,
    JUNIT;

    /** The whole document. @param screen that text is to fit on */
    public String of(Report report, Screen screen) {
        return switch (this) {
            case HTML -> Page.of(report);
            case TEXT -> new TextForm(screen).of(report);
            case MARKDOWN -> MarkdownForm.of(report);
            case CSV -> CsvForm.of(report);
            case JSON -> JsonForm.of(report);
            case JUNIT -> JUnitForm.of(report);
        };
    }
}
