package squall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.report.OutageSample;
import squall.report.Synthetic;
import squall.report.format.RunReportFiles;

/** Test of the outages on a run's page in a reader's browser. */
class OutagesInBrowserTest {
    private static final String INJECTION = "62.000 s injection of kill {signal=KILL} of n1 (zone1, primary) begins";

    private static Chromium browser;
    private static String address;

    @BeforeAll
    static void open(@TempDir Path folder) throws IOException {
        assumeTrue(
                Chromium.installed().isPresent(),
                "NOT TESTED: what an outage looks like in a browser, because there is none: apt-get install chromium");
        Path run =
                OutageSample.write(Synthetic.disturbed(120, List.of("READ"), 30).write(folder));
        RunReportFiles.write(run);
        address = run.resolve(RunReportFiles.NAME).toUri().toString();
        browser = Chromium.start(Chromium.installed().get());
    }

    @AfterAll
    static void close() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void openPage() throws IOException {
        browser.size(1280, 900);
        browser.theme("light");
        browser.mouse("mouseMoved", 0, 0, 0);
        browser.open(address);
    }

    /** Checks thousandths of an axis of ten seconds, which the injection does not widen. */
    @Test
    void the_parts_of_an_outage_are_to_scale() throws IOException {
        assertThat(browser.evaluate("document.querySelectorAll('.outage').length"))
                .isEqualTo("2");
        assertThat(ofParts("Math.round(1000 * part.getBoundingClientRect().width"
                        + " / part.parentElement.getBoundingClientRect().width)"))
                .isEqualTo("300,150,200,50,295,5");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void the_name_of_a_part_is_seen_where_it_has_room_and_in_the_legend_anyway() throws IOException {
        assertThat(ofParts("part.firstChild.getBoundingClientRect().top < part.getBoundingClientRect().bottom - 2"
                        + " ? part.textContent : '-'"))
                .isEqualTo("nothing noticed 3.00 s,electing 1.50 s,restarting 2.00 s,-,catching up 2.95 s,-");
        assertThat(browser.evaluate("document.querySelector('.outage .legend').textContent"))
                .isEqualTo("nothing noticed 3.00 selecting 1.50 srestarting 2.00 sreconnecting 0.50 scatching up 2.95 s"
                        + "unexplained 0.05 s");
    }

    @Test
    void the_kinds_of_parts_differ_without_their_colours() throws IOException {
        assertThat(browser.evaluate("new Set([...document.querySelectorAll('.outage:first-child .part')].map("
                        + "part => getComputedStyle(part).backgroundImage.replace(/rgba?\\([^)]*\\)/g, ''))).size"))
                .isEqualTo("6");
    }

    @Test
    void the_keyboard_goes_through_parts_and_marks_in_order_of_time() throws IOException {
        browser.evaluate("document.querySelector('.outage [tabindex=\"0\"]').focus()");
        assertThat(told()).isEqualTo(INJECTION);
        browser.key("ArrowRight");
        assertThat(told()).isEqualTo("62.000 s to 65.000 s: nothing noticed 3.00 s: supervisor: 3 misses");
        browser.key("ArrowRight");
        assertThat(told()).isEqualTo("62.400 s session 3: connection lost: 08006");
        browser.key("End");
        assertThat(told()).isEqualTo("71.950 s to 72.000 s: unexplained 0.05 s");
        assertThat(browser.evaluate("document.querySelectorAll('.outage:first-child [tabindex=\"0\"]').length"))
                .isEqualTo("1");
        browser.evaluate("document.activeElement.blur()");
        assertThat(told()).isEqualTo("3.0 of 10.0 s: nothing noticed");
    }

    /** Checks a mark of two lines of logs that are 30 ms apart, the first of which is evidence of two parts. */
    @Test
    void the_mouse_reads_all_evidence_under_a_mark() throws IOException {
        browser.evaluate("window.mark = [...document.querySelectorAll('.outage .mark')]"
                + ".find(mark => mark.textContent === '▲'); mark.scrollIntoView({ block: 'center' })");
        browser.mouse("mouseMoved", middle("left", "right"), middle("top", "bottom"), 0);
        browser.settle();
        assertThat(told()).isEqualTo("""
                        65.000 s supervisor: n1 has failed
                        65.030 s n2: received <b>promote</b> request""");
        assertThat(browser.evaluate("mark.ariaLabel === mark.title")).isEqualTo("true");
    }

    @Test
    void an_injection_long_before_an_outage_is_marked_at_the_edge() throws IOException {
        assertThat(browser.evaluate("[...document.querySelectorAll('.outage')[1].querySelectorAll('.mark')]"
                        + ".map(mark => mark.textContent + mark.title).join()"))
                .isEqualTo("◀80.000 s injection of pause of n3 begins");
        assertThat(browser.evaluate("document.querySelectorAll('.outage h3')[1].textContent"))
                .isEqualTo("pause: more than 2.00 s");
    }

    @Test
    void its_name_shows_an_outage_in_the_charts() throws IOException {
        browser.evaluate("document.querySelector('.outage h3 a').click()");
        browser.until("document.querySelector('.range').textContent === '01:02 – 01:12'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_finds_nothing(String theme) throws IOException {
        browser.theme(theme);
        browser.open(address);
        assertThat(browser.axe()).isEmpty();
    }

    @Test
    void nothing_is_wider_than_a_small_window() throws IOException {
        browser.size(400, 900);
        browser.settle();
        assertThat(browser.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .isEqualTo("0");
    }

    /** Returns a value of each part of the first outage. */
    private static String ofParts(String value) throws IOException {
        return browser.evaluate("[...document.querySelectorAll('.outage')[0].querySelectorAll('.part')].map(part => "
                + value + ").join()");
    }

    private static String told() throws IOException {
        return browser.evaluate("document.querySelector('.outage .told').textContent");
    }

    private static double middle(String one, String other) throws IOException {
        return Double.parseDouble(browser.evaluate(
                "(box => String((box." + one + " + box." + other + ") / 2))(mark.getBoundingClientRect())"));
    }
}
