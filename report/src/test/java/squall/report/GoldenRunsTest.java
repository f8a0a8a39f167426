package squall.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Streams;
import squall.cli.report.ReportCommand;
import squall.report.format.ReportFormat;
import squall.report.model.RunReportBuilder;
import squall.results.Directories;
import squall.results.Schema;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;
import squall.system.OutputScreen;

/**
 * Comparison of run directories of every front end, kept as they were written (see README.md next to them), as all their readers read them:
 * the output is compared with the former output, so a member of a file or a column that is renamed or dropped is found here, and not in a
 * user's report.
 *
 * <p>Where a difference is meant: {@code -Dsquall.golden=write} writes the present output, and the difference of the commit is read.
 */
class GoldenRunsTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden");
    private static final Path EXPECTED = Path.of("src/test/resources/squall/golden/expected");
    private static final boolean WRITE = "write".equals(System.getProperty("squall.golden"));

    private static final Pattern PAYLOAD = Pattern.compile("<script id=\"data\"[^>]*>([^<]+)<");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "ycsb-load, json",
        "ycsb-load, csv",
        "ycsb-run, json",
        "ycsb-run, csv",
        "tpcc, json",
        "tpcc, csv",
        "sample-app, json",
        "sample-app, csv",
        "sysbench, json",
        "sysbench, csv",
        "kv, json",
        "kv, csv",
        "adversity, json",
        "adversity, csv",
        "adversity, markdown",
        "adversity, junit"
    })
    void a_report_says_what_it_said(String run, String format) throws IOException {
        same("report-" + run + "." + format, report(run(run), "--format", format));
    }

    /** Reports without the command, which looks at the terminal that the test is called from. */
    @ParameterizedTest
    @ValueSource(strings = {"ycsb-load", "ycsb-run", "tpcc", "sample-app", "sysbench", "kv", "adversity"})
    void a_report_for_the_terminal_says_what_it_said(String run) throws IOException {
        OutputScreen screen = new OutputScreen(false, false, true, 100);
        same(
                "report-" + run + ".text",
                ReportFormat.TEXT.of(RunReportBuilder.of(RecordedRun.read(GOLDEN.resolve(run))), screen));
    }

    @ParameterizedTest
    @CsvSource({
        "kv-scaling, 3=kv",
        "tpcc-sweep, tpcc",
        "tpcc-scale, small=tpcc",
        "ycsb-load, range=ycsb-load",
        "phases, 3nodes=adversity",
        "rebalance, adversity",
        "row-check, adversity"
    })
    void a_table_says_what_it_said(String table, String named) throws IOException {
        String[] parts = named.split("=", -1);
        String run = run(parts[parts.length - 1]);
        same(
                "table-" + table + ".json",
                report("table", table, parts.length == 1 ? run : parts[0] + "=" + run, "--format", "json"));
    }

    @Test
    void a_table_of_versions_says_what_it_said() throws IOException {
        same(
                "table-versions.json",
                report("table", "versions", "17=" + run("ycsb-run"), "18=" + other("ycsb-run"), "--format", "json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ycsb-run", "tpcc", "sample-app", "sysbench", "kv", "adversity"})
    void a_comparison_says_what_it_said(String run) throws IOException {
        same(
                "compare-" + run + ".json",
                report("compare", run(run), "--vs", other(run), "--format", "json", "--allow-difference", "share"));
    }

    /** Merges runs: a merge reads every file of a run and writes it again, so the present members meet the former ones. */
    @ParameterizedTest
    @ValueSource(strings = {"ycsb-load", "ycsb-run", "sample-app", "sysbench", "kv"})
    void what_is_written_now_has_the_members_and_columns_of_then(String run) throws IOException {
        report("merge", run(run), other(run), "--out", folder.toString());
        Path merged = folder.resolve("latest");
        Path kept = GOLDEN.resolve(run);

        for (String name : List.of("timeseries.csv", "errors.csv", "summary.csv")) {
            assertThat(columns(merged.resolve(name))).as(name).isEqualTo(columns(kept.resolve(name)));
        }
        assertThat(members(merged.resolve("phases.json"))).isEqualTo(members(kept.resolve("phases.json")));
        SortedSet<String> summary = members(kept.resolve("summary.json"));
        summary.removeIf(member -> member.startsWith(".server")); // the database's own figures are not merged
        assertThat(members(merged.resolve("summary.json"))).isEqualTo(summary);
        same("merge-" + run + ".csv", Files.readString(merged.resolve("timeseries.csv")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ycsb-load", "ycsb-run", "tpcc", "sample-app", "sysbench", "kv", "adversity"})
    void the_schemas_are_of_what_was_written(String run) throws IOException {
        Path kept = GOLDEN.resolve(run);
        assertThat(Schema.complaints("manifest.schema.json", CanonicalJson.read(kept.resolve("manifest.json"))))
                .isEmpty();
        assertThat(Schema.complaints("summary.schema.json", CanonicalJson.read(kept.resolve("summary.json"))))
                .isEmpty();
    }

    /** Compares the data for the scripts of a page, which read its members by their names. */
    @ParameterizedTest
    @ValueSource(strings = {"ycsb-load", "ycsb-run", "tpcc", "sample-app", "sysbench", "kv", "adversity"})
    void a_page_tells_its_scripts_what_it_told_them(String run) throws IOException {
        same("page-" + run + ".json", chartHead(run(run)));
    }

    @Test
    void a_page_of_a_comparison_tells_its_scripts_what_it_told_them() throws IOException {
        same(
                "page-compare.json",
                chartHead("compare", run("tpcc"), "--vs", other("tpcc"), "--allow-difference", "share"));
    }

    @Test
    void a_page_of_a_trend_tells_its_scripts_what_it_told_them() throws IOException {
        List<String> words = new ArrayList<>(List.of("trend"));
        for (int number = 0; number < 6; number++) {
            words.add(other("ycsb-run", "run" + number));
        }
        same("page-trend.json", chartHead(words.toArray(String[]::new)));
    }

    /** Returns the header of a page's payload, which is compressed: the length of the header, the header, and tracks of numbers. */
    private String chartHead(String... words) throws IOException {
        Path page = folder.resolve("page.html");
        report(Stream.concat(Stream.of(words), Stream.of("--format", "html", "--out", page.toString()))
                .toArray(String[]::new));
        Matcher payload = PAYLOAD.matcher(Files.readString(page));
        assertThat(payload.find()).isTrue();
        byte[] packed = Base64.getDecoder().decode(payload.group(1));
        try (var in = new DataInputStream(new GZIPInputStream(new ByteArrayInputStream(packed)))) {
            return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8) + "\n";
        }
    }

    @Test
    void a_column_of_another_name_is_missed() throws IOException {
        Path run = Directories.copy(GOLDEN.resolve("ycsb-run"), folder.resolve("run"));
        Path seconds = run.resolve("timeseries.csv");
        Directories.unlisted(run);
        Files.writeString(seconds, Files.readString(seconds).replaceFirst("completed_per_s", "ops_s"));
        Ended ended = ended(run.toString(), "--format", "text");
        assertThat(ended.err()).startsWith("error: " + seconds + ":1: there is no column completed_per_s; found 't_s,");
        assertThat(ended.code()).isEqualTo(2);
    }

    private static String run(String name) {
        return GOLDEN.resolve(name).toString();
    }

    /** Copies the same run under another name. */
    private String other(String name) throws IOException {
        return other(name, "other");
    }

    private String other(String name, String id) throws IOException {
        Path copy = Directories.copy(GOLDEN.resolve(name), folder.resolve(id));
        for (String file : List.of("manifest.json", "summary.json")) {
            Path path = copy.resolve(file);
            Files.writeString(path, Files.readString(path).replaceFirst("(\"run_id\" ?: ?\")[^\"]+", "$1" + id));
        }
        return copy.toString();
    }

    private static String report(String... words) {
        Ended ended = ended(words);
        assertThat(ended.err()).isEmpty();
        return ended.out();
    }

    private static Ended ended(String... words) {
        return new TestCommand(ReportCommand::execute, Optional.empty(), Path.of(""))
                .run(List.of(words), Streams.closed());
    }

    private static void same(String name, String now) throws IOException {
        Path kept = EXPECTED.resolve(name);
        if (WRITE) {
            Files.createDirectories(kept.getParent());
            Files.writeString(kept, now);
        }
        assertThat(now).isEqualTo(Files.readString(kept));
    }

    private static List<String> columns(Path csv) throws IOException {
        return List.of(Files.readString(csv).lines().findFirst().orElseThrow().split(",", -1));
    }

    /** Returns the names of all members, those within others after a point; elements of lists have none of their own. */
    private static SortedSet<String> members(Path json) throws IOException {
        SortedSet<String> members = new TreeSet<>();
        collect("", CanonicalJson.read(json), members);
        return members;
    }

    private static void collect(String name, JsonNode node, SortedSet<String> members) {
        if (node.isArray()) {
            node.forEach(element -> collect(name, element, members));
        }
        List<Map.Entry<String, JsonNode>> entries = new ArrayList<>(node.properties());
        entries.forEach(entry -> {
            members.add(name + "." + entry.getKey());
            collect(name + "." + entry.getKey(), entry.getValue(), members);
        });
    }
}
