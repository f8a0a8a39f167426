package squall.cli.report.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.browse.ListedRun;
import squall.report.html.Chromium;
import squall.results.file.CanonicalJson;
import squall.table.TableCell.CellTone;

/** Test of the list's script in a browser, which finds, sorts and groups runs as the server sends them. */
class RunListScriptTest {
    private static final ListedRun FIRST = run("r1", 1, "tpcc", 900, 12.5, "✓ pass", List.of("nightly"));
    private static final ListedRun SECOND = run("r2", 2, "workloada", 2000, 3, "✓ pass", List.of());
    private static final ListedRun REPEATED = run("r3", 3, "tpcc", 1100, 14.5, "✗ fail, exit 3", List.of("a", "b"));
    private static final ListedRun BROKEN = ListedRun.broken("r0", "manifest.json is no JSON");

    private static ResultsServer server;
    private static Chromium browser;

    @BeforeAll
    static void open(@TempDir Path empty) throws Exception {
        assumeTrue(
                Chromium.installed().isPresent(),
                "NOT TESTED: the script of the list, because there is no browser: apt-get install chromium");
        server = ResultsServer.open(new ResultsServer.ServedFolder(empty, "127.0.0.1", 0, Optional.empty()));
        browser = Chromium.start(Chromium.installed().get());
        browser.open(server.address());
    }

    @AfterAll
    static void close() throws IOException {
        if (browser != null) {
            browser.close();
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "'', r2 r1 r0",
                "TPCC, r1",
                "workload:tpcc, r1",
                "database:postgres version:17, r2 r1",
                "workload:work p99:<5, r2",
                "goodput:>900, r2",
                "goodput:>=900, r2 r1",
                "goodput:<=900, r1",
                "p99:>12.4, r1",
                "p99:>x, -",
                "tag:nightly, r1",
                "tpcc workloada, -",
                "json, r0",
                "none:tpcc, -",
                "2026-01-01, r2 r1"
            })
    void words_are_searched(String words, String found) throws IOException {
        assertThat(found("?q=' + encodeURIComponent('" + words + "') + '")).isEqualTo(found == null ? "" : found);
    }

    @ParameterizedTest
    @CsvSource({
        "goodput, r1 r2 r0",
        "-goodput, r2 r1 r0",
        "p99, r2 r1 r0",
        "workload, r1 r2 r0",
        "-workload, r2 r1 r0",
        "when, r1 r2 r0",
        "nothing, r1 r2 r0"
    })
    void runs_are_sorted_and_those_without_a_value_come_last(String sort, String found) throws IOException {
        assertThat(found("?sort=" + sort)).isEqualTo(found);
    }

    @Test
    void values_are_chosen_exactly() throws IOException {
        assertThat(found("?workload=workload")).isEmpty();
        assertThat(found("?workload=workloada")).isEqualTo("r2");
        assertThat(found("?tag=nightly")).isEqualTo("r1");
    }

    @Test
    void an_address_asks_for_the_same_again() throws IOException {
        String address = "/?q=a%26b%3Dc+%C3%BC&tag=x+y&sort=-p99&group=yes&page=3";
        assertThat(browser.evaluate("address(asked('" + address.substring(1) + "'))"))
                .isEqualTo(address);
    }

    /** Covers an old error: in a page that stayed open no choice offered the values of later runs. */
    @Test
    void the_values_of_later_runs_are_offered_and_a_choice_stays() throws IOException {
        choices(List.of(FIRST, SECOND));
        browser.evaluate("document.querySelector('select[name=workload]').value = 'workloada'");
        choices(List.of(FIRST, SECOND, run("r4", 4, "sysbench", 1, 1, "✓ pass", List.of())));

        assertThat(browser.evaluate("[...document.querySelector('select[name=workload]').options]"
                        + ".map(option => option.value).join(' ')"))
                .isEqualTo(" sysbench tpcc workloada");
        assertThat(browser.evaluate("document.querySelector('select[name=workload]').value"))
                .isEqualTo("workloada");
        assertThat(browser.evaluate("String(document.querySelector('select[name=database]'))"))
                .isEqualTo("null");
    }

    @Test
    void repeated_runs_are_a_row_with_medians_whatever_their_seed() throws IOException {
        draw("?group=yes&sort=when", List.of(FIRST, SECOND, REPEATED, BROKEN));
        assertThat(browser.evaluate("[...document.querySelectorAll('.runs tbody tr')].map(row => row.innerText"
                        + ".replaceAll(/\\s+/g, ' ').trim()).join('|')"))
                .isEqualTo(
                        "2 2026-01-01 00:01:00 tpcc postgresql 17.5 1,000 13.5 ✓ pass × 1; ✗ fail, exit 3 × 1 nightly a b"
                                + " r1|1 2026-01-01 00:02:00 workloada postgresql 17.5 2,000 3.00 ✓ pass × 1 r2"
                                + "|1 r0 ! unreadable: manifest.json is no JSON");
        assertThat(browser.evaluate("document.querySelector('input[name=b]').value"))
                .isEqualTo("r1/r3");
    }

    @Test
    void three_hundred_runs_are_three_pages() throws IOException {
        browser.evaluate("drawList(Array.from({ length: 300 }, (_, i) => ({ ..." + CanonicalJson.line(FIRST)
                + ", id: 'run ' + i })), asked('?sort=run&page=2'))");
        assertThat(browser.evaluate("document.querySelector('.pages').innerText.replaceAll(/\\s+/g, ' ')"))
                .isEqualTo("◀ previous page page 2 of 3 next page ▶");
        assertThat(browser.evaluate("document.querySelectorAll('.runs tbody tr').length"))
                .isEqualTo("100");
        assertThat(browser.evaluate("document.querySelector('.runs th[aria-sort=ascending]').innerText"))
                .isEqualTo("run ▲");
        assertThat(browser.evaluate("document.querySelector('.pages a:last-child').getAttribute('href')"))
                .isEqualTo("/?sort=run&page=3");
    }

    @Test
    void a_page_behind_the_last_is_the_last() throws IOException {
        draw("?page=9", List.of(FIRST, SECOND));
        assertThat(browser.evaluate("document.querySelectorAll('.runs tbody tr').length"))
                .isEqualTo("2");
    }

    private static void draw(String address, List<ListedRun> runs) throws IOException {
        browser.evaluate("drawList(" + CanonicalJson.line(runs) + ", asked('" + address + "'))");
    }

    private static void choices(List<ListedRun> runs) throws IOException {
        browser.evaluate("fillChoices(" + CanonicalJson.line(runs) + ", asked(''))");
    }

    private static String found(String address) throws IOException {
        return browser.evaluate("found(" + CanonicalJson.line(List.of(BROKEN, FIRST, SECOND)) + ", asked('" + address
                + "')).map(run => run.id).join(' ')");
    }

    private static ListedRun run(
            String id, int minute, String workload, double goodput, double p99, String verdict, List<String> tags) {
        return new ListedRun(
                id,
                "2026-01-01T00:0" + minute + ":00Z",
                workload,
                "",
                "postgresql",
                "17.5",
                false,
                CellTone.GOOD,
                verdict,
                OptionalDouble.of(goodput),
                OptionalDouble.of(p99),
                OptionalLong.empty(),
                tags,
                "bin/run " + workload,
                "");
    }
}
