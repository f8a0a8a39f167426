package squall.report.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import squall.check.DataCheck;
import squall.report.Small;
import squall.report.model.RunReport;
import squall.report.model.RunReportBuilder;
import squall.results.RunDirectory;
import squall.results.recorded.RecordedRun;
import squall.spi.CheckResult;
import squall.system.OutputScreen;

class ReportFormatTest {
    @TempDir
    private Path results;

    @Test
    void the_whole_text_but_for_the_machine() throws IOException {
        RunReport report = report();
        String text = ReportFormat.TEXT.of(report, screen(100, true));
        assertThat(text.substring(0, text.indexOf("\nClient"))).isEqualTo("""
                        workload|a
                        PostgreSQL 17.5 · workload|a · 1 node · %s · 4.0 s
                        ✗ fail: exit 3
                        exit 3: 2 of 6 operations failed (33.33 %%), the error budget is 0.00 %%
                        ! Not repeatable: the workload draws random numbers that the seed does not rule.
                        ! efficiency is 200.0 %%: more than the keying and think times of the specification allow, so not
                            comparable with TPC-C.

                        tpmC               257.2      of the workload
                        efficiency         –          of the workload
                        Goodput            1.00 ok/s  steady
                        Lowest second      0 ok       steady, completed in a whole second
                        p50                1.50 ms    steady
                        p99                4.00 ms    steady
                        p99.9              4.00 ms    steady
                        Failed             33.33 %%    2 of 6, after retries
                        Available seconds  50.00 %%    2 of 4 s: something acknowledged, under 1 %% failed
                        Data check         ✓ pass     1 check, below

                        Windows
                        window  length  ok/s  Δ base  lowest  p50 ms  p95 ms  p99 ms   p99.9   worst  max ms  failed  failed
                                                   %%       s                              ms     p95                       %%
                        steady   4.0 s  1.00       –       0    1.50    4.00    4.00    4.00    4.00    4.00       2   33.33
                        2 columns left out (see bin/report --format csv): kind, retries

                        Operations
                        operation  window  ok  ok/s  failed  retries    mean  p50 ms  p90 ms  p95 ms  p99 ms   p99.9  max ms
                                                                          ms                                      ms
                        READ       steady   4  1.00       1        0    2.13    1.50    4.00    4.00    4.00    4.00    4.00
                        UPDATE     steady   0     0       1        0       –       –       –       –       –       –       –
                        1 column left out (see bin/report --format csv): samples

                        Workload figures
                        figure      value  unit
                        tpmC        257.2
                        efficiency      –  %%

                        Errors by class
                        class          SQLSTATE  operation  outcome  count  first   last  first message
                        connection     08006     UPDATE     unknown      1  00:02  00:02  I/O error at
                                                                                          jdbc:postgresql://h/db?password=**
                                                                                          *
                        serialization  40001     READ       refused      1  00:03  00:03  could not serialize access

                        Expectations and data check
                        the run comes to its planned end: run, ✓ pass, complete after 4.0 s
                        the client keeps up: p99 of its own delay at most 10.0 ms, garbage collection at most 5.00 %% of
                            every window, the warm-up too, counted as 5.0 s if shorter: run, ✓ pass, own delay p99 0 ms,
                            garbage collection 0.00 %%
                        the operations are within the error budget and every other limit: run, ✗ fail, 2 of 6 operations
                            failed (33.33 %%), the error budget is 0.00 %%
                        rows: data, ✓ pass, 4 of 4 found

                        Database
                        product: postgresql
                        version: PostgreSQL 17.5 on x86_64, compiled by gcc
                        nodes: 127.0.0.1:5432
                        fsync: on
                        """.formatted(report.name()));
    }

    @Test
    void a_check_that_looked_at_nothing_is_a_dash_in_every_form_and_no_failure() throws IOException {
        CheckResult nothing = DataCheck.recorded("acknowledged writes", "acknowledged rows", check -> "all there");
        RunReport report = RunReportBuilder.of(RecordedRun.read(Small.complete(results, nothing)));

        assertThat(ReportFormat.TEXT.of(report, screen(100, true)))
                .contains("Data check         – nothing to check")
                .contains("acknowledged writes: data, – skipped, nothing to check: no acknowledged rows");
        assertThat(ReportFormat.MARKDOWN.of(report, screen(100, true)))
                .contains("| Data check | – nothing to check |")
                .contains("| acknowledged writes | data | – skipped | nothing to check: no acknowledged rows |");
        assertThat(ReportFormat.HTML.of(report, screen(100, true)))
                .contains("– nothing to check", "nothing to check: no acknowledged rows");
        assertThat(ReportFormat.JUNIT.of(report, screen(100, true)))
                .contains("<skipped message=\"nothing to check: no acknowledged rows\"");
        assertThat(ReportFormat.JSON.of(report, screen(100, true))).contains("nothing to check: no acknowledged rows");
        assertThat(Files.readString(results.resolve(report.name()).resolve("summary.json")))
                .containsPattern(
                        "\"verdict\" : \"skipped\",\\s+\"detail\" : \"nothing to check: no acknowledged rows\"")
                .doesNotContain("acknowledged writes failed");
    }

    @Test
    void no_line_of_text_is_wider_than_the_screen_but_the_one_to_copy() throws IOException {
        RunReport report = report();
        assertThat(ReportFormat.TEXT.of(report, screen(60, false)).lines())
                .filteredOn(line -> !line.equals(report.reproduce()))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
    }

    @Test
    void csv_has_a_line_for_each_number_with_all_its_digits() throws IOException {
        assertThat(ReportFormat.CSV.of(report(), screen(100, true)).lines())
                .startsWith(
                        "table,row,name,column,value",
                        "phases,0,steady,kind,steady",
                        "phases,0,steady,seconds,4",
                        "phases,0,steady,ok_per_s,1")
                .contains("operations,0,READ,p99_ms,4.001", "figures,0,tpmC,value,257.2")
                .noneMatch(line -> line.startsWith("operations,1,UPDATE,p99_ms"));
    }

    @Test
    void json_has_numbers_where_text_has_words_and_nothing_where_nothing_was_measured() throws IOException {
        JsonNode json = new ObjectMapper().readTree(ReportFormat.JSON.of(report(), screen(100, true)));
        assertThat(json.at("/tables/operations/rows/0/p99_ms").asDouble()).isEqualTo(4.001);
        assertThat(json.at("/tables/operations/rows/1").has("p99_ms")).isFalse();
        assertThat(json.at("/verdict/exit_code").asInt()).isEqualTo(3);
        assertThat(json.at("/percentile_curves/0/percentile_us/0").toString()).isEqualTo("[0.0,1000]");
    }

    @Test
    void junit_has_a_suite_for_the_run_and_one_for_its_data() throws Exception {
        String xml = ReportFormat.JUNIT.of(report(), screen(100, true));
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(UTF_8)));
        Element run = (Element) document.getElementsByTagName("testsuite").item(0);
        assertThat(run.getAttribute("name")).endsWith(".run");
        assertThat(run.getAttribute("tests") + run.getAttribute("failures") + run.getAttribute("errors"))
                .isEqualTo("310");
        assertThat(((Element) document.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .isEqualTo("2 of 6 operations failed (33.33 %), the error budget is 0.00 %");
    }

    /** Covers an old error: a run that had died on another machine, and so seemed to go on, passed. */
    @Test
    void junit_has_an_error_for_a_run_that_has_not_ended() throws IOException {
        try (RunDirectory directory = Small.begun(results)) {
            RunReport report = RunReportBuilder.of(RecordedRun.read(directory.path()));
            assertThat(ReportFormat.JUNIT.of(report, screen(100, true)))
                    .contains("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\"")
                    .contains("<error message=\"running after 4.0 s\"");
        }
    }

    @Test
    void markdown_keeps_data_within_its_cell() throws IOException {
        assertThat(ReportFormat.MARKDOWN.of(report(), screen(100, true)))
                .startsWith("# workload\\|a\n")
                .contains(
                        "| READ | steady | 4 | 1.00 | 1 | 0 | 2.13 | 1.50 | 4.00 | 4.00 | 4.00 | 4.00 | 4.00 | 4 |\n");
    }

    private RunReport report() throws IOException {
        return RunReportBuilder.of(RecordedRun.read(Small.complete(results)));
    }

    private static OutputScreen screen(int columns, boolean unicode) {
        return new OutputScreen(false, false, unicode, columns);
    }
}
