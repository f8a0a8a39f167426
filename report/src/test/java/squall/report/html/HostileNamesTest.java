package squall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.model.RunReportBuilder;
import squall.results.Directories;
import squall.results.recorded.RecordedRun;

/** Test of hostile names, which come from databases, scenarios and other people's runs: on a page they are text, whatever they look like. */
class HostileNamesTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden");
    private static final String HOSTILE = "</script></title><svg/onload=alert(1)><!--";
    private static final Pattern TAG = Pattern.compile("<(script|style|svg|title|img|iframe|!--|meta|base|form)");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "ycsb-run, READ",
        "ycsb-run, workloada",
        "tpcc, NewOrder",
        "sample-app, SqlInserts",
        "adversity, n1",
        "adversity, kill"
    })
    void a_name_is_text(String run, String name) throws IOException {
        String usual = page(GOLDEN.resolve(run));

        String page = page(renamed(GOLDEN.resolve(run), name));

        assertThat(page).contains("&lt;svg/onload=alert(1)&gt;");
        assertThat(tags(page)).isEqualTo(tags(usual));
        assertThat(policy(page))
                .isEqualTo(policy(usual))
                .startsWith("default-src &#39;none&#39;; script-src &#39;sha256-");
    }

    /** Shows that all that the script writes into the page is text as well. */
    @Test
    void the_script_makes_no_markup_or_code_of_text() {
        assertThat(PageAssets.load(List.of("run.js", "live.js", "list.js")).script())
                .doesNotContainPattern(
                        "(inner|outer)HTML\\s*=[^=]|insertAdjacentHTML|document\\.write|\\beval\\(|new Function");
    }

    private static String page(Path run) throws IOException {
        return ReportPage.of(RunReportBuilder.of(RecordedRun.read(run)));
    }

    private static List<String> tags(String page) {
        return TAG.matcher(page).results().map(found -> found.group(1)).toList();
    }

    private static String policy(String page) {
        return page.replaceFirst("(?s).*?Security-Policy\" content=\"([^\"]*)\".*", "$1");
    }

    /** Returns the run as if something in it had the hostile name. */
    private Path renamed(Path run, String name) throws IOException {
        Pattern word = Pattern.compile("(?<![\\w.:/\\-])" + name + "(?![\\w.:/\\-])");
        try (Stream<Path> all = Files.walk(run)) {
            for (Path file : all.toList()) {
                Path copy = folder.resolve(run.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                    Files.writeString(copy, word.matcher(text).replaceAll(HOSTILE), StandardCharsets.ISO_8859_1);
                }
            }
        }
        Directories.unlisted(folder);
        return folder;
    }
}
