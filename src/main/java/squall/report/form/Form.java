package squall.report.form;

import squall.cli.Screen;
import squall.report.html.Page;
import squall.report.model.Document;

/** What a report can be written as. */
public enum Form {
    HTML,
    TEXT,
    MARKDOWN,
    CSV,
    JSON,
    JUNIT;

    /** The whole document. @param screen that text is to fit on */
    public String of(Document document, Screen screen) {
        return switch (this) {
            case HTML -> Page.of(document);
            case TEXT -> new TextForm(screen).of(document);
            case MARKDOWN -> MarkdownForm.of(document);
            case CSV -> CsvForm.of(document);
            case JSON -> JsonForm.of(document);
            case JUNIT -> JUnitForm.of(document);
        };
    }
}
