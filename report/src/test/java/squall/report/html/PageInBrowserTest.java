package squall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.report.Synthetic;
import squall.report.format.RunReportFiles;
import squall.report.format.ScorecardTest;
import squall.results.Directories;
import squall.results.recorded.RecordedRun;

/** Test of a page in a reader's browser. */
class PageInBrowserTest {
    /** Run with a fault that is injected in second 62 and healed in second 69. */
    private static final Synthetic RUN = Synthetic.disturbed(120, List.of("NewOrder", "Payment"), 30);

    /** Second 64, in which nothing was acknowledged and everything failed. */
    private static final String IN_OUTAGE = "64.5 / 120";

    private static final String PLOT = "document.querySelectorAll('.plot')[1]";

    /** Names of canvases that are all of one colour. */
    private static final String BLANK = "[...document.querySelectorAll('.plot')].filter(plot => {"
            + " const c = plot.querySelector('canvas');"
            + " const data = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);"
            + " return data.every(pixel => pixel === data[0]); }).map(plot => plot.ariaLabel).join()";

    /** Texts whose contrast is below the 4.5 of WCAG 2.2, 1.4.3. */
    private static final String PALE = """
        (() => {
          const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const parts = colour => colour.match(/[\\d.]+/g).map(Number);
          const behind = node => { const c = parts(getComputedStyle(node).backgroundColor);
            return c.length < 4 || c[3] > 0 ? c : behind(node.parentElement); };
          return [...document.querySelectorAll('body *')]
            .filter(node => [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim()))
            .filter(node => !node.closest('script, .skip, .unseen, option') && !node.disabled)
            .filter(node => { const [a, b] = [parts(getComputedStyle(node).color), behind(node)].map(light);
              return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5; })
            .map(node => node.outerHTML.slice(0, 120)).join('\\n');
        })()\
        """;

    private static Chromium browser;
    private static String address;
    private static String stamped;
    private static String scored;
    private static String named;

    @BeforeAll
    static void open(@TempDir Path folder) throws IOException {
        assumeTrue(
                Chromium.installed().isPresent(),
                "NOT TESTED: what the report looks like in a browser, because there is none: apt-get install chromium");
        Path run = RUN.write(folder);
        RunReportFiles.write(run);
        address = run.resolve(RunReportFiles.NAME).toUri().toString();
        stamped = stamped(folder).toUri().toString();
        Path asked = Synthetic.disturbed(40, List.of("Q", "Q&A"), 30).write(folder.resolve("named"));
        RunReportFiles.write(asked);
        named = asked.resolve(RunReportFiles.NAME).toUri().toString();
        scored = folder.resolve("scored.html").toUri().toString();
        Files.writeString(folder.resolve("scored.html"), ScorecardTest.page(RecordedRun.read(run)));
        browser = Chromium.start(Chromium.installed().get());
        browser.size(1280, 900);
    }

    /** Writes a run with one fault, whose injecting took from second 62 to 67 and whose healing from second 80 to 81. */
    private static Path stamped(Path folder) throws IOException {
        Path run = RUN.write(folder.resolve("stamped"));
        Directories.unlisted(run);
        Files.writeString(run.resolve("events.jsonl"), """
            {"t_ns":62000000000,"end_ns":67000000000,"type":"inject","phase":"partition-partial","injection":"k","fault":"kill","target":"n4","ok":true}
            {"t_ns":67000000000,"end_ns":68000000000,"type":"effective","phase":"partition-partial","injection":"k","ok":true}
            {"t_ns":80000000000,"end_ns":81000000000,"type":"heal","phase":"partition-partial","injection":"k","ok":true}
            {"t_ns":81000000000,"end_ns":82000000000,"type":"verified","phase":"partition-partial","injection":"k","ok":true}
            """);
        RunReportFiles.write(run);
        return run.resolve(RunReportFiles.NAME);
    }

    @AfterAll
    static void close() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void openPage() throws IOException {
        browser.theme("light");
        browser.open(address);
    }

    @Test
    void the_page_asks_for_nothing_but_itself_and_complains_of_nothing() throws IOException {
        browser.settle();
        assertThat(browser.requests()).containsExactly(address);
        assertThat(browser.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_finds_nothing(String theme) throws IOException {
        browser.theme(theme);
        browser.open(address);
        assertThat(browser.axe()).isEmpty();
    }

    @Test
    void everything_is_drawn() throws IOException {
        assertThat(browser.evaluate("document.querySelectorAll('figure canvas:not(.scale)').length"))
                .isEqualTo("8");
        assertThat(browser.evaluate(BLANK)).isEmpty();
    }

    @Test
    void an_operation_with_an_ampersand_in_its_name_is_found_by_its_address() throws IOException {
        browser.open(named + "#op=Q%26A");
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('.tools select')].at(-1).selectedOptions[0].textContent"))
                .isEqualTo("Q&A");
        assertThat(browser.evaluate("location.hash")).isEqualTo("#op=Q%26A");
    }

    @Test
    void an_address_that_is_not_encoded_well_shows_the_whole_run() throws IOException {
        browser.open(named + "#50%");
        assertThat(text(".range")).isEqualTo("00:00 – 00:40");
        assertThat(browser.complaints()).isEmpty();
    }

    /** Covers a run that was two milliseconds behind its schedule: 0.5 ms and 1 ms had the same text. */
    @Test
    void ticks_of_small_numbers_have_texts_of_their_own() throws IOException {
        assertThat(browser.evaluate("new LinearScale(0.002, 100, 0).ticks().map(([, text]) => text).join(' ')"))
                .isEqualTo("0 0.0005 0.001 0.0015 0.002 0.0025");
        assertThat(browser.evaluate("new LinearScale(3000, 100, 0).ticks().map(([, text]) => text).join(' ')"))
                .isEqualTo("0 1,000 2,000 3,000 4,000");
    }

    @Test
    void dragging_zooms_all_charts_and_a_double_click_shows_the_whole_run() throws IOException {
        double left = plotX("0.25");
        double y = plotY();
        browser.mouse("mousePressed", left, y, 1);
        browser.mouse("mouseMoved", plotX("0.4"), y, 1);
        browser.mouse("mouseMoved", plotX("0.5"), y, 1);
        browser.mouse("mouseReleased", plotX("0.5"), y, 1);
        assertThat(text(".range")).isEqualTo("00:30 – 01:00");
        assertThat(browser.evaluate("location.hash")).isEqualTo("#t=30-60");

        browser.evaluate(PLOT + ".dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))");
        assertThat(text(".range")).isEqualTo("00:00 – 02:00");
        assertThat(browser.evaluate("location.hash")).isEmpty();
    }

    @Test
    void hovering_tells_the_values_of_all_charts_at_that_second() throws IOException {
        browser.mouse("mouseMoved", plotX(IN_OUTAGE), plotY(), 0);
        browser.settle();
        assertThat(legend(1)).isEqualTo("NewOrder 0 Payment 0");
        assertThat(legend(2)).isEqualTo("p50 – p95 – p99 – p99.9 – max –");
        assertThat(legend(4)).isEqualTo("40001 serialization 60.0");
        assertThat(legend(0)).contains("01:04").contains("fault 4 (disturbed)").contains("kill -9 n4");
    }

    /** Checks that an error of second 64 does not stand before the fault whose injecting began in second 62 and took five seconds. */
    @Test
    void a_fault_is_drawn_from_when_its_injecting_began_and_its_healing_is_told() throws IOException {
        browser.open(stamped);
        browser.mouse("mouseMoved", plotX(IN_OUTAGE), plotY(), 0);
        browser.settle();
        assertThat(legend(0)).contains("kill of n4, injecting");
        browser.mouse("mouseMoved", plotX("80.5 / 120"), plotY(), 0);
        browser.settle();
        assertThat(legend(0)).contains("kill of n4, healing");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_page_that_begins_with_a_scorecard_passes_axe_and_fits_a_small_window() throws IOException {
        for (String theme : List.of("light", "dark")) {
            browser.theme(theme);
            browser.open(scored);
            assertThat(browser.axe()).isEmpty();
            assertThat(browser.evaluate(PALE)).isEmpty();
        }
        browser.size(420, 900);
        browser.settle();
        String wider = browser.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        String hidden = browser.evaluate("[...document.querySelectorAll('#scorecard td')].filter(cell =>"
                + " cell.getBoundingClientRect().right >"
                + " document.querySelector('#scorecard').getBoundingClientRect().right + 1).length");
        browser.size(1280, 900);
        assertThat(List.of(wider, hidden)).containsExactly("0", "0");
    }

    /** Covers an old error: a table was as wide as its text, and all beyond the edge of a small window was hidden without a sign. */
    @Test
    void no_text_of_a_table_is_cut_off_in_a_small_window() throws IOException {
        browser.open(scored);
        browser.size(420, 900);
        browser.evaluate("document.querySelectorAll('details').forEach(closed => closed.open = true)");
        browser.settle();
        String cells = browser.evaluate("document.querySelectorAll('section > .scroll td').length");
        String cut = browser.evaluate("[...document.querySelectorAll('section .scroll :is(th, td)')]"
                + ".filter(cell => !cell.closest('.data'))"
                + ".filter(cell => cell.getBoundingClientRect().right >"
                + " cell.closest('.scroll').getBoundingClientRect().right + 1 || cell.scrollWidth > cell.clientWidth + 1)"
                + ".map(cell => cell.outerHTML).join('\\n')");
        browser.size(1280, 900);
        assertThat(Integer.parseInt(cells)).isGreaterThan(20);
        assertThat(cut).isEmpty();
    }

    /** Covers an old error: the lanes partition-partial and partition-full had one name, "partitio…". */
    @ParameterizedTest
    @ValueSource(ints = {1280, 420})
    void the_name_of_a_lane_is_whole_where_its_first_fault_leaves_room(int width) throws IOException {
        browser.open(stamped);
        browser.evaluate("window.drawn = [];"
                + " const fill = CanvasRenderingContext2D.prototype.fillText;"
                + " CanvasRenderingContext2D.prototype.fillText = function (text, ...place)"
                + " { window.drawn.push(text); return fill.call(this, text, ...place); }; 0");
        browser.size(width - 10, 900);
        browser.settle();
        String drawn = browser.evaluate("window.drawn.join('\\n')");
        browser.size(1280, 900);
        assertThat(drawn.lines()).contains("partition-partial").noneMatch(text -> text.startsWith("partitio…"));
    }

    @Test
    void the_keyboard_moves_the_cursor_zooms_and_is_told_the_values() throws IOException {
        browser.evaluate(PLOT + ".focus()");
        browser.key("Home");
        browser.key("ArrowRight");
        assertThat(text("#said")).startsWith("00:01: NewOrder ").contains(", Payment ");
        browser.key("+");
        assertThat(text(".range")).isEqualTo("00:00 – 01:00");
        browser.key("Escape");
        assertThat(text(".range")).isEqualTo("00:00 – 02:00");
    }

    /** Covers an old error: the cursor stayed behind, and the values told were of a second that was not shown. */
    @Test
    void the_cursor_goes_along_with_what_is_shown() throws IOException {
        browser.evaluate(PLOT + ".focus()");
        browser.key("Home");
        browser.key("+");
        browser.key("PageDown");
        assertThat(text(".range")).isEqualTo("00:30 – 01:30");
        assertThat(text("#said")).startsWith("00:30: NewOrder ");
    }

    @Test
    void the_address_says_which_window_and_whose_latency() throws IOException {
        browser.open(address + "?again#ph4&op=Payment");
        assertThat(text(".range")).isEqualTo("00:29 – 00:40");
        assertThat(browser.evaluate("document.querySelector('#phases tr.shown th').textContent"))
                .isEqualTo("fault 2");
        assertThat(browser.evaluate("document.querySelectorAll('.tools select')[1].selectedOptions[0].text"))
                .isEqualTo("Payment");

        browser.evaluate("document.querySelector('#phases a').click()");
        browser.settle();
        assertThat(browser.evaluate("location.hash")).isEqualTo("#ph0&op=Payment");
    }

    @Test
    void the_numbers_behind_a_chart_can_be_read_as_a_table() throws IOException {
        browser.evaluate("document.querySelectorAll('details.data')[0].querySelector('summary').click()");
        browser.settle();
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('details.data')[0].querySelectorAll('th[scope=col]')]"
                                + ".map(th => th.textContent).join()"))
                .isEqualTo("from,NewOrder,Payment");
        assertThat(browser.evaluate("document.querySelectorAll('details.data')[0].querySelectorAll('tbody tr').length"))
                .isEqualTo("40");
    }

    @Test
    void a_line_can_be_switched_off() throws IOException {
        browser.evaluate("document.querySelectorAll('figure')[1].querySelector('.legend button').click()");
        browser.settle();
        assertThat(browser.evaluate(
                        "document.querySelectorAll('figure')[1].querySelector('.legend button').ariaPressed"))
                .isEqualTo("false");
    }

    @Test
    void what_stands_in_the_data_is_text() throws IOException {
        assertThat(browser.evaluate("document.querySelectorAll('img, td b').length"))
                .isEqualTo("0");
        assertThat(text("#reproduce pre")).contains("</script><img src=x onerror=alert(1)>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void text_stands_out_from_what_is_behind_it(String theme) throws IOException {
        browser.theme(theme);
        browser.evaluate("document.querySelectorAll('details').forEach(closed => closed.open = true)");
        assertThat(browser.evaluate(PALE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 400})
    void nothing_is_wider_than_the_window(int width) throws IOException {
        browser.size(width, 900);
        browser.settle();
        String wider = browser.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        browser.size(1280, 900);
        assertThat(wider).isEqualTo("0");
    }

    private static double plotX(String share) throws IOException {
        return Double.parseDouble(browser.evaluate("(() => { const box = " + PLOT + ".getBoundingClientRect();"
                + " return String(box.left + MARGIN.left + (box.width - MARGIN.left - MARGIN.right) * (" + share
                + ")); })()"));
    }

    private static double plotY() throws IOException {
        browser.evaluate(PLOT + ".scrollIntoView({ block: 'center' })");
        return Double.parseDouble(browser.evaluate("String(" + PLOT + ".getBoundingClientRect().top + 50)"));
    }

    private static String legend(int chart) throws IOException {
        return browser.evaluate("document.querySelectorAll('figure')[" + chart
                + "].querySelector('.legend').innerText.replace(/\\s+/g, ' ').trim()");
    }

    private static String text(String selector) throws IOException {
        return browser.evaluate("document.querySelector('" + selector + "').textContent");
    }
}
