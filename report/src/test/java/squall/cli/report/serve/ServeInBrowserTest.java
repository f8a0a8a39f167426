package squall.cli.report.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Synthetic;
import squall.report.html.Chromium;
import squall.results.Directories;

/** Test of a folder of runs in a reader's browser, and of a run that is under way meanwhile. */
class ServeInBrowserTest {
    /** The first fault is injected in second 17 and healed in second 24; its outage ends with second 21. */
    private static final Synthetic RUN = Synthetic.disturbed(120, List.of("NewOrder", "Payment"), 30);

    private static final String ROWS = "document.querySelectorAll('.runs tbody tr').length";
    private static final String CHOSEN = "document.querySelector('#chosen').textContent";
    private static final String NOW = "document.querySelector('#now').innerText";
    private static final String RANGE = "document.querySelector('.range').textContent";

    @TempDir
    private Path results;

    private ResultsServer server;
    private Chromium browser;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(
                Chromium.installed().isPresent(),
                "NOT TESTED: the pages of the server in a browser, because there is none: apt-get install chromium");
        server = ResultsServer.open(new ResultsServer.ServedFolder(results, "127.0.0.1", 0, Optional.empty()));
        browser = Chromium.start(Chromium.installed().get());
        browser.size(1280, 900);
    }

    @AfterEach
    void close() throws IOException {
        if (browser != null) {
            browser.close();
            server.close();
        }
    }

    @Test
    void runs_are_listed_searched_and_found_as_they_appear() throws IOException {
        RUN.write(results, 42);
        Path newest = RUN.write(results, 43);
        browser.open(server.address());
        browser.until(ROWS + " === 2");
        assertThat(browser.evaluate("document.querySelector('.runs tbody a').getAttribute('href')"))
                .isEqualTo("/run/" + newest.getFileName());
        picture("list");

        browser.evaluate("[...document.querySelectorAll('input[name=a]')][0].click()");
        assertThat(browser.evaluate(CHOSEN)).isEqualTo("1 in A, 0 in B");
        RUN.write(results, 44);
        browser.until(ROWS + " === 3");
        assertThat(browser.evaluate("document.querySelector('input[name=a]:checked').value"))
                .as("what a reader has chosen stays")
                .isEqualTo(newest.getFileName().toString());

        browser.evaluate("document.querySelector('input[name=q]').value = 'goodput:<1'");
        browser.evaluate("document.querySelector('.search button').click()");
        browser.until("document.querySelector('#count')?.textContent === '0 of 3 runs'");
        String notNumber = "?q=when:>2026";
        browser.open(server.address() + notNumber);
        browser.until("document.querySelector('#count')?.textContent === '0 of 3 runs'");
        browser.open(server.address() + "?q=workload:tpcc+verdict:pass&group=yes");
        browser.until(ROWS + " === 1");
        assertThat(browser.evaluate("document.querySelector('td[data-label=runs]').textContent"))
                .isEqualTo("3");
        assertThat(browser.complaints()).isEmpty();
    }

    /** Names come from other people's runs: in the list they are text, whatever they look like. */
    @Test
    void a_hostile_name_is_text_in_the_list_and_leads_to_its_page() throws IOException {
        String name = "20260101T000000Z-<img src=x onerror=alert(1)>&\"'%2f";
        String tag = "</script><svg/onload=alert(1)>";
        Path run = RUN.write(results, 42);
        Path manifest = run.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replaceFirst("\\{", "{\"tags\":[\"" + tag + "\"],"));
        Files.move(run, results.resolve(name));
        Path bad = Files.createDirectory(results.resolve("bad-" + name));
        Files.writeString(bad.resolve("manifest.json"), "{\"schema_version\": \"" + tag + "\"");

        browser.open(server.address() + "?q=" + URLEncoder.encode(tag, StandardCharsets.UTF_8) + "&group=yes");
        assertThat(browser.evaluate("document.querySelector('td[data-label=tags]').textContent"))
                .isEqualTo(tag);
        browser.open(server.address());
        picture("hostile");
        assertThat(browser.evaluate("document.querySelector('.broken a').textContent"))
                .isEqualTo("bad-" + name);
        assertThat(browser.evaluate("document.querySelectorAll('svg, script:not(:last-child), .runs img').length"))
                .as("the picture of the run that can be read, and nothing else")
                .isEqualTo("1");
        String link = "document.querySelector('.runs tbody tr:not(.broken) th a')";
        assertThat(browser.evaluate("decodeURIComponent(" + link + ".pathname)"))
                .isEqualTo("/run/" + name);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_folder_without_runs_says_so_until_there_is_one() throws IOException {
        browser.open(server.address());
        assertThat(browser.evaluate("document.querySelector('#runs').innerText.trim()"))
                .isEqualTo("There is no run in this folder yet; the first one appears here.");
        picture("empty");
        RUN.write(results, 42);
        browser.until(ROWS + " === 1");
    }

    /** Runs of the two sides are often found by two searches. */
    @Test
    void what_was_chosen_in_one_search_is_compared_with_what_is_chosen_in_another() throws IOException {
        String first = RUN.write(results, 42).getFileName().toString();
        String second = RUN.write(results, 43).getFileName().toString();
        browser.open(server.address() + "?q=run:" + first);
        browser.evaluate("document.querySelector('input[name=a]').click()");
        browser.open(server.address() + "?q=run:" + second);
        browser.evaluate("document.querySelector('input[name=b]').click()");
        assertThat(browser.evaluate(CHOSEN)).isEqualTo("1 in A, 1 in B, 1 of them not listed here");
        browser.evaluate("document.querySelector('#choice button').click()");
        browser.until("location.pathname === '/compare' && document.documentElement.dataset.ready");
        assertThat(browser.evaluate("location.search")).startsWith("?").contains("a=" + first, "b=" + second);

        browser.open(server.address());
        assertThat(browser.evaluate("document.querySelector('input[name=a]:checked').value"))
                .isEqualTo(first);
        browser.evaluate("document.querySelector('#clear').click()");
        assertThat(browser.evaluate(CHOSEN)).isEqualTo("0 in A, 0 in B");
        assertThat(browser.evaluate("document.querySelectorAll('#choice :checked').length"))
                .isEqualTo("0");
    }

    /** Opens many tabs: a browser opens six connections to a server, and each tab that follows the list keeps one. */
    @Test
    void many_open_tabs_do_not_keep_the_next_page_from_loading() throws IOException {
        RUN.write(results, 42);
        browser.open(server.address());
        for (int tab = 0; tab < 7; tab++) {
            browser.openBehind(server.address(), "Runs in ");
        }
        browser.open(server.address() + "?again");
        RUN.write(results, 43);
        browser.until(ROWS + " === 2");
    }

    @Test
    void a_list_is_renewed_when_its_server_is_started_again() throws Exception {
        RUN.write(results, 42);
        browser.open(server.address());
        int port = URI.create(server.address()).getPort();
        server.close();
        browser.until("document.querySelector('#lost').textContent.startsWith('The server does not answer.')");
        RUN.write(results, 43);
        server = ResultsServer.open(new ResultsServer.ServedFolder(results, "127.0.0.1", port, Optional.empty()));
        browser.until(ROWS + " === 2 && document.querySelector('#lost').textContent === ''");
    }

    @Test
    void two_sides_are_chosen_and_compared() throws IOException {
        for (int n = 0; n < 4; n++) {
            RUN.write(results, 42 + n);
        }
        browser.open(server.address());
        browser.evaluate("[...document.querySelectorAll('input[name=a]')].slice(0, 2).forEach(box => box.click());"
                + "[...document.querySelectorAll('input[name=b]')].slice(2).forEach(box => box.click())");
        browser.evaluate("document.querySelector('#choice button').click()");
        browser.until("location.pathname === '/compare' && document.documentElement.dataset.ready");
        assertThat(browser.evaluate("document.querySelectorAll('tbody tr').length"))
                .isNotEqualTo("0");
        assertThat(browser.complaints()).isEmpty();
        picture("compare");
    }

    /** Follows a run from its first seconds through a fault to its end; loads it again in the middle, and watches it in a second browser. */
    @Test
    void a_run_under_way_fills_its_page_until_it_has_ended() throws IOException {
        Synthetic.Progress run = RUN.begin(results, 42);
        run.until(10);
        follow(browser, run);
        assertThat(browser.evaluate(NOW)).contains("00:10 of the run").contains("Errors by SQLSTATE");
        assertThat(browser.evaluate("document.querySelector('.badge').textContent"))
                .isEqualTo("… running: under way");

        run.until(20);
        browser.until(NOW + ".includes('00:20 of the run')");
        assertThat(browser.evaluate(RANGE)).as("of the same moment").isEqualTo("00:00 – 00:20");
        assertThat(browser.evaluate(NOW))
                .contains("kill -9 n1: injected at 00:17, verified to be in effect at 00:18")
                .contains("40001 serialization × ");
        picture("live");

        browser.evaluate("document.querySelectorAll('.plot')[1].focus()");
        browser.key("+");
        String zoomed = browser.evaluate(RANGE);
        try (Chromium second = Chromium.start(Chromium.installed().orElseThrow())) {
            follow(second, run);
            run.until(30);
            second.until(NOW + ".includes('00:30 of the run')");
            browser.until(NOW + ".includes('00:30 of the run')");
            assertThat(second.evaluate(RANGE)).isEqualTo("00:00 – 00:30");
            assertThat(browser.evaluate(RANGE)).as("where a reader looks").isEqualTo(zoomed);
            assertThat(browser.evaluate("document.activeElement.ariaLabel")).startsWith("Throughput");
            assertThat(browser.evaluate(NOW)).doesNotContain("kill -9 n1");

            browser.open(server.address() + "run/" + run.path().getFileName() + "?again");
            browser.until("document.documentElement.dataset.renewed");
            run.until(120);
            run.end();
            for (Chromium each : List.of(browser, second)) {
                // The page takes the verdict of the last change before it hears that the run has ended, and is loaded
                // once more.
                each.until("document.documentElement.dataset.ready && document.querySelector('.badge').textContent"
                        + " === '✓ pass: exit 0' && document.querySelectorAll('#now, #live').length === 0");
                assertThat(each.evaluate(RANGE)).isEqualTo("00:00 – 02:00");
                assertThat(each.complaints()).isEmpty();
            }
        }
    }

    /** Covers an old error: charts that had been made again were shown the address as those before them had cut it, to a shorter run. */
    @Test
    void an_address_is_followed_after_the_charts_were_made_again() throws IOException {
        Synthetic.Progress run = RUN.begin(results, 42);
        run.until(10);
        follow(browser, run);
        run.until(60);
        browser.until(RANGE + " === '00:00 – 01:00'");

        browser.evaluate("location.hash = '#t=40-50'");
        browser.until(RANGE + " !== '00:00 – 01:00'");
        assertThat(browser.evaluate(RANGE)).isEqualTo("00:40 – 00:50");
        assertThat(browser.evaluate("location.hash")).isEqualTo("#t=40-50");
        assertThat(browser.complaints()).isEmpty();
    }

    /** Checks that nearly each second is drawn before the next has passed; a machine that is busy with other things may skip some. */
    @Test
    void a_page_follows_its_run_second_by_second() throws Exception {
        Synthetic.Progress run = RUN.begin(results, 42);
        run.until(10);
        follow(browser, run);
        browser.evaluate("(() => { const seen = new Set(); window.seen = seen; setInterval(() => seen.add(" + RANGE
                + "), 20); })()");
        for (int second = 11; second <= 20; second++) {
            run.until(second);
            Thread.sleep(1000);
        }
        browser.until(RANGE + " === '00:00 – 00:20'");
        assertThat(Integer.parseInt(browser.evaluate("String(window.seen.size)")))
                .isBetween(4, 11);
    }

    @Test
    void what_only_a_browser_can_use_is_not_printed() throws IOException {
        RUN.write(results, 42);
        browser.open(server.address());
        String controls =
                "[...document.querySelectorAll('input, button:not(.legend button)')].filter(each => each.checkVisibility())"
                        + ".length";
        assertThat(browser.evaluate(controls)).isNotEqualTo("0");
        browser.printed();
        assertThat(browser.evaluate(controls)).isEqualTo("0");
        assertThat(browser.evaluate("document.querySelector('.runs tbody a').checkVisibility()"))
                .isEqualTo("true");
        Synthetic.Progress run = RUN.begin(results, 43);
        run.until(20);
        follow(browser, run);
        assertThat(browser.evaluate(controls)).isEqualTo("0");
        assertThat(browser.evaluate(NOW)).contains("00:20 of the run");
    }

    @Test
    void a_run_whose_process_is_gone_is_told_to_have_been_killed() throws IOException {
        Synthetic.Progress run = RUN.begin(results, 42);
        run.until(20);
        follow(browser, run);
        Path manifest = run.path().resolve("manifest.json");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("\"started_at_ms\" : \\d+", "\"started_at_ms\" : 1"));
        browser.until("document.querySelector('.warnings')?.innerText.includes('The run did not come to its end.')");
        assertThat(browser.evaluate("document.querySelector('.badge').textContent"))
                .isEqualTo("✗ fail: did not come to its end");
        assertThat(browser.evaluate("document.querySelectorAll('#live').length"))
                .isEqualTo("0");
    }

    @Test
    void a_long_scenario_does_not_push_the_verdict_out_of_the_window() throws IOException {
        Path run = RUN.write(results, 42);
        Path manifest = run.resolve("manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        .replace("\"tpcc\"", "\"performance-under-adversity-laptop\"")
                        .replaceFirst(
                                "\\{",
                                "{\"scenario\":\"performance-under-adversity-laptop\",\"tags\":[\"release=25.4\"],"));
        browser.open(server.address());
        assertThat(browser.evaluate("[...document.querySelectorAll('.runs td')]"
                        + ".filter(cell => cell.getBoundingClientRect().right > innerWidth)"
                        + ".map(cell => cell.dataset.label ?? cell.className).join()"))
                .isEmpty();
    }

    @Test
    void axe_finds_nothing_and_nothing_is_wider_than_a_small_window() throws IOException {
        String first = results.relativize(RUN.write(results, 42)).toString();
        Files.writeString(Files.createDirectory(results.resolve("broken")).resolve("manifest.json"), "{");
        Synthetic.Progress run = RUN.begin(results, 43);
        run.until(20);
        String ended = results.relativize(RUN.write(results, 44)).toString();
        StringBuilder six = new StringBuilder();
        for (int n = 0; n < 6; n++) {
            six.append("&a=").append(RUN.write(results, 50 + n).getFileName());
        }
        Path golden = Path.of("../src/test/resources/squall/golden/adversity");
        for (String name : List.of("card-one", "card-two")) {
            Directories.copy(golden, results.resolve(name));
        }
        for (String page : List.of(
                "",
                "?group=yes",
                "run/" + run.path().getFileName(),
                "run/" + ended,
                "trend?metric=measured.p99_ms" + six,
                "compare?a=" + first + "&b=" + ended,
                "card?a=card-one&b=card-two",
                "nowhere")) {
            for (String theme : List.of("light", "dark")) {
                browser.theme(theme);
                browser.size(1280, 900);
                browser.open(server.address() + page);
                assertThat(axe()).as(page + " " + theme).isEmpty();
                browser.size(420, 900);
                browser.settle();
                assertThat(browser.evaluate(
                                "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                        .as(page)
                        .isEqualTo("0");
                picture("narrow-" + theme + page.replaceAll("\\W.*", ""));
                if (!page.equals("nowhere")) {
                    assertThat(browser.complaints()).as(page).isEmpty();
                }
            }
        }
    }

    /** Opens the page of a run under way, and waits until it has renewed itself once. */
    private void follow(Chromium reader, Synthetic.Progress run) throws IOException {
        reader.open(server.address() + "run/" + run.path().getFileName());
        reader.until("document.documentElement.dataset.renewed");
    }

    private String axe() throws IOException {
        try (InputStream axe = Chromium.class.getResourceAsStream("/axe.min.js")) {
            browser.evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
        }
        return browser.evaluate("axe.run().then(found => found.violations.map(rule => rule.id + ': ' + rule.help + ': '"
                + " + rule.nodes.map(node => node.html.slice(0, 160)).join(' | ')).join('\\n'))");
    }

    /** Writes a picture to the folder that {@code -Dsquall.pictures=FOLDER} names. */
    private void picture(String name) throws IOException {
        String folder = System.getProperty("squall.pictures");
        if (folder != null) {
            browser.settle();
            Files.write(Path.of(folder, name + ".png"), browser.screenshot(true));
        }
    }
}
