package squall.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import squall.report.chart.ChartTrack;
import squall.report.chart.PageCharts;
import squall.report.model.ReportDocument;
import squall.results.file.CanonicalJson;
import squall.table.Table;

/** Page of a document in HTML. The same report gives the same bytes. */
public final class ReportPage {
    /** Tables of facts: long, and collapsed by default. */
    private static final List<String> FOLDED = List.of("definitions", "database", "client", "run");

    /** Number of rows beyond which a table is collapsed at first, except the leading one. */
    private static final int MANY = 24;

    private final ReportDocument document;
    private final PageCharts charts;
    private final PageAssets assets;
    private final MarkupWriter html;

    private ReportPage(ReportDocument document) {
        this.document = document;
        this.charts = document.charts();
        this.assets = PageAssets.load(
                charts.live() ? List.of(charts.script(), "stream.js", "live.js") : List.of(charts.script()));
        this.html = assets.beginWithPolicy(document.title() + " · " + document.name(), policy());
    }

    public static String of(ReportDocument document) {
        return new ReportPage(document).written();
    }

    /** Page with its content security policy, for a server to send as a header. */
    public record WithPolicy(String html, String policy) {}

    public static WithPolicy withPolicy(ReportDocument document) {
        ReportPage page = new ReportPage(document);
        return new WithPolicy(page.written(), page.policy());
    }

    private String policy() {
        return assets.policy((charts.live() ? "connect-src 'self'; " : "") + "form-action 'none'");
    }

    private String written() {
        html.leaf("a", "Skip the charts", "class", "skip", "href", "#behind-the-charts");
        header();
        html.begin("main");
        if (document.leadsEverything()) {
            leading();
            warnings();
            tiles();
        } else {
            warnings();
            tiles();
            leading();
        }
        charts.places().forEach(this::place);
        html.begin("div", "id", "behind-the-charts").end();
        document.tables().stream()
                .filter(table -> !table.name().equals(document.leading()))
                .forEach(this::table);
        new CycleDrawings(html).of(document.isolation());
        reproduce();
        html.end();
        html.leaf("footer", document.method());
        html.line().own("script", ChartPayload.of(charts), "id", "data", "type", "application/octet-stream");
        html.line().own("script", assets.script());
        return html.end().end().line().page();
    }

    private void leading() {
        document.table(document.leading()).ifPresent(this::table);
    }

    private void header() {
        ReportDocument.RunVerdict verdict = document.verdict();
        html.begin("header").begin("div", "class", "title").leaf("h1", document.title());
        html.leaf(
                "span",
                verdict.status().shown() + ": " + verdict.headline(),
                "class",
                "badge " + HtmlTable.name(verdict.status().tone()));
        html.end().leaf("p", document.subtitle(), "class", "muted words");
        list(verdict.reasons(), "reasons");
        html.end().line();
    }

    private void warnings() {
        if (!document.warnings().isEmpty()) {
            html.begin("section", "class", "warnings", "aria-label", "Warnings");
            list(document.warnings(), "words");
            html.end().line();
        }
    }

    private void list(List<String> items, String style) {
        if (!items.isEmpty()) {
            html.begin("ul", "class", style);
            items.forEach(item -> html.leaf("li", item));
            html.end();
        }
    }

    private void tiles() {
        html.begin("dl", "class", "tiles");
        for (ReportDocument.HeadlineTile tile : document.tiles()) {
            html.begin("div")
                    .leaf("dt", tile.label())
                    .leaf("dd", tile.value(), "class", "value " + HtmlTable.name(tile.tone()))
                    .leaf("dd", tile.note(), "class", "note")
                    .end();
        }
        html.end().line();
    }

    /** Writes a section with charts. The first explains what to do without a script, and describes the keys to screen readers. */
    private void place(PageCharts.ChartSection place) {
        boolean first = place.equals(charts.places().getFirst());
        html.begin("section", "id", place.id(), "aria-labelledby", place.id() + "-title")
                .leaf("h2", place.title(), "id", place.id() + "-title")
                .leaf("p", place.note(), "class", "muted", first ? "id" : "", "keys")
                .leaf("div", first ? "The charts need JavaScript; the tables say the rest." : "", "id", place.slot());
        if (first) {
            html.leaf("div", "", "class", "unseen", "id", "said", "aria-live", "polite");
        }
        html.end().line();
    }

    private void table(Table table) {
        boolean facts = FOLDED.contains(table.name());
        boolean folded = facts
                || document.folded().contains(table.name())
                || (table.rows().size() > MANY && !table.name().equals(document.leading()));
        html.begin("section", "id", table.name(), "aria-label", table.title());
        if (folded) {
            html.begin("details", "class", "grid").leaf("summary", table.title());
        } else {
            html.leaf("h2", table.title());
        }
        if (!table.note().isEmpty()) {
            html.leaf("p", table.note(), "class", "muted");
        }
        html.begin(
                "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Table: " + table.title());
        HtmlTable.write(html, table, facts ? "facts" : "");
        html.end();
        if (folded) {
            html.end();
        }
        html.end().line();
    }

    private void reproduce() {
        if (!document.reproduce().isEmpty()) {
            html.begin("section", "id", "reproduce", "aria-label", "Reproduce")
                    .leaf("h2", "Reproduce")
                    .leaf("pre", document.reproduce(), "tabindex", "0")
                    .end()
                    .line();
        }
    }

    /**
     * Encoder of a page's chart data: a header in JSON, then columns in the order in which the page's script reads them, compressed, as
     * base64, from which no text in the data can break out.
     */
    private static final class ChartPayload {
        private ChartPayload() {}

        static String of(PageCharts charts) {
            byte[] head = CanonicalJson.line(charts.head()).getBytes(StandardCharsets.UTF_8);
            TrackEncoding columns = new TrackEncoding();
            charts.columns().forEach(columns::add);
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new Best(packed)) {
                out.write(ByteBuffer.allocate(Integer.BYTES).putInt(head.length).array());
                out.write(head);
                out.write(columns.bytes());
            } catch (IOException e) {
                throw new UncheckedIOException("memory cannot be written to", e);
            }
            return Base64.getEncoder().encodeToString(packed.toByteArray());
        }

        /** Stream with the best compression. */
        private static final class Best extends GZIPOutputStream {
            private Best(ByteArrayOutputStream out) throws IOException {
                super(out);
                def.setLevel(Deflater.BEST_COMPRESSION);
            }
        }
    }

    /**
     * Encoder of tracks as bytes: each its length, then differences as zigzag varints, so that neighbours that differ by little take a byte
     * and repetition compresses well.
     */
    private static final class TrackEncoding {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void add(ChartTrack track) {
            varint(track.size());
            int last = 0;
            for (int i = 0; i < track.size(); i++) {
                int difference = track.at(i) - last;
                varint((difference << 1) ^ (difference >> 31));
                last = track.at(i);
            }
        }

        byte[] bytes() {
            return out.toByteArray();
        }

        private void varint(int value) {
            int left = value;
            while ((left & ~0x7f) != 0) {
                out.write((left & 0x7f) | 0x80);
                left >>>= 7;
            }
            out.write(left);
        }
    }
}
