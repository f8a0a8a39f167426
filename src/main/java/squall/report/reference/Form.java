package squall.report.reference;

import java.util.List;
import java.util.Locale;

/** A form that tables are written in. */
public enum Form {
    /** For a terminal. */
    TEXT {
        @Override
        public List<String> lines(List<Sheet> sheets) {
            return TextForm.lines(sheets);
        }
    },
    /** For a page of documentation or a pull request. */
    MARKDOWN {
        @Override
        public List<String> lines(List<Sheet> sheets) {
            return MarkdownForm.lines(sheets);
        }
    },
    /** For spreadsheets: figures only, without units and notes. */
    CSV {
        @Override
        public List<String> lines(List<Sheet> sheets) {
            return CsvForm.lines(sheets);
        }
    },
    /** A page of its own. */
    HTML {
        @Override
        public List<String> lines(List<Sheet> sheets) {
            return HtmlForm.lines(sheets);
        }
    },
    /** For programs: everything, figures as numbers. */
    JSON {
        @Override
        public List<String> lines(List<Sheet> sheets) {
            return JsonForm.lines(sheets);
        }
    };

    /** All of them, one below the other. */
    public abstract List<String> lines(List<Sheet> sheets);

    /** Of a file in this form, without the dot. */
    public String suffix() {
        return switch (this) {
            case TEXT -> "txt";
            case MARKDOWN -> "md";
            case CSV, HTML, JSON -> name().toLowerCase(Locale.ROOT);
        };
    }
}
