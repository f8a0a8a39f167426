package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.ycsb.output.Runs.properties;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import squall.system.CommandException;
import squall.ycsb.output.YcsbReport.ReportLine;

class ReportExporterTest {
    private static final List<ReportLine> LINES = List.of(
            new ReportLine("OVERALL", "RunTime(ms)", 71L),
            new ReportLine("READ", "AverageLatency(us)", 12345678.0),
            new ReportLine("READ", "MinLatency(us)", Double.NaN),
            new ReportLine("RAW", "Below", -1));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stdout = new PrintStream(bytes, false, StandardCharsets.UTF_8);

    @Test
    void text_is_upstreams_numbers_included() throws Exception {
        YcsbReport.write(properties(), LINES, stdout);
        assertThat(printed())
                .isEqualTo(String.join(
                        System.lineSeparator(),
                        "[OVERALL], RunTime(ms), 71",
                        "[READ], AverageLatency(us), 1.2345678E7",
                        "[READ], MinLatency(us), NaN",
                        "[RAW], Below, -1",
                        ""));
    }

    @Test
    void the_array_is_upstreams_to_the_letter() throws Exception {
        YcsbReport.write(
                properties("exporter=site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter"),
                LINES.subList(0, 2),
                stdout);
        assertThat(printed().replace(System.lineSeparator(), "\n")).isEqualTo("""
                        [ {
                          "metric" : "OVERALL",
                          "measurement" : "RunTime(ms)",
                          "value" : 71
                        }, {
                          "metric" : "READ",
                          "measurement" : "AverageLatency(us)",
                          "value" : 1.2345678E7
                        } ]""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JSONMeasurementsExporter", "JSONArrayMeasurementsExporter"})
    void json_is_one_document_that_a_strict_parser_reads(String exporter) throws Exception {
        YcsbReport.write(properties("exporter=site.ycsb.measurements.exporter." + exporter), LINES, stdout);
        JsonNode document = new ObjectMapper()
                .enable(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readTree(printed());
        assertThat(document).hasSize(4);
        assertThat(document.get(0).get("value").asLong()).isEqualTo(71);
        assertThat(document.get(2).get("value").asText()).isEqualTo("NaN");
    }

    @Test
    void an_exporter_that_closes_what_it_is_given_leaves_stdout_open() throws Exception {
        YcsbReport.write(properties("exporter=" + Counting.class.getName()), LINES, stdout);
        stdout.print("after");
        stdout.flush();
        assertThat(stdout.checkError()).isFalse();
        assertThat(printed()).isEqualTo("int 1, long 1, double 2\nafter");
    }

    @Test
    void an_exporter_that_throws_is_named() {
        assertThatThrownBy(() -> YcsbReport.write(properties("exporter=" + Throwing.class.getName()), LINES, stdout))
                .isInstanceOf(IOException.class)
                .hasMessage("exporter squall.ycsb.output.ReportExporterTest$Throwing failed: "
                        + "java.lang.IllegalStateException: not today");
    }

    @Test
    void an_exporter_that_is_not_there_is_told_before_the_run() {
        assertThatThrownBy(() -> YcsbOutput.of(properties("exporter=no.such.Exporter")))
                .isInstanceOf(CommandException.class)
                .hasMessage("exporter=no.such.Exporter: the class is not on the class path (add it with -cp). Without "
                        + "the property the report is text; "
                        + "site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter writes JSON.");
    }

    @Test
    void a_class_that_is_no_exporter_is_told_before_the_run() {
        assertThatThrownBy(() -> YcsbOutput.of(properties("exporter=java.lang.String")))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("exporter=java.lang.String: the class is no "
                        + "site.ycsb.measurements.exporter.MeasurementsExporter.");
    }

    @Test
    void a_file_is_truncated_and_stdout_left_alone(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("report.txt"), "x".repeat(1000));
        YcsbReport.write(properties("exportfile=" + file), LINES.subList(0, 1), stdout);
        assertThat(file).hasContent("[OVERALL], RunTime(ms), 71");
        assertThat(printed()).isEmpty();
    }

    @Test
    void a_file_in_no_folder_is_told_before_the_run(@TempDir Path folder) {
        Path file = folder.resolve("missing").resolve("report.txt");
        assertThatThrownBy(() -> YcsbOutput.of(properties("exportfile=" + file)))
                .isInstanceOf(CommandException.class)
                .hasMessage("exportfile " + file + " cannot be written: it needs a folder " + file.getParent()
                        + " with write permission");
    }

    @Test
    void a_line_takes_only_numbers_that_exporters_know() {
        assertThatThrownBy(() -> new ReportLine("READ", "Operations", 1f)).isInstanceOf(IllegalArgumentException.class);
    }

    private String printed() {
        stdout.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Exporter of a third party that counts calls by type, and closes as all of upstream's do. */
    public static final class Counting implements MeasurementsExporter {
        private final PrintStream out;
        private int ints;
        private int longs;
        private int doubles;

        public Counting(OutputStream out) {
            this.out = new PrintStream(out, false, StandardCharsets.UTF_8);
        }

        @Override
        public void write(String metric, String measurement, int value) {
            ints++;
        }

        @Override
        public void write(String metric, String measurement, long value) {
            longs++;
        }

        @Override
        public void write(String metric, String measurement, double value) {
            doubles++;
        }

        @Override
        public void close() {
            out.print("int " + ints + ", long " + longs + ", double " + doubles + "\n");
            out.close();
        }
    }

    /** Exporter of a third party that fails. */
    public static final class Throwing implements MeasurementsExporter {
        public Throwing(OutputStream out) {
            throw new IllegalStateException("not today");
        }

        @Override
        public void write(String metric, String measurement, int value) {}

        @Override
        public void write(String metric, String measurement, long value) {}

        @Override
        public void write(String metric, String measurement, double value) {}

        @Override
        public void close() {}
    }
}
