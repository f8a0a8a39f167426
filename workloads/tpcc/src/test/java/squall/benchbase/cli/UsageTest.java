package squall.benchbase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.TestCommand.Ended;
import squall.system.ExitCode;

/** Test of command lines and files that are refused before the first connection: the addresses in these files lead nowhere. */
class UsageTest {
    private static final String SAMPLE = "-c benchbase-configs/cockroachdb/sample_tpcc_config.xml";

    @TempDir
    Path folder;

    @Test
    void a_configuration_file_that_is_not_there_is_named_with_its_place() {
        Ended ended = Bench.run(folder, "-b tpcc -c none.xml --load=true");

        assertThat(ended.err()).startsWith("error: " + folder.resolve("none.xml") + ": no such file or folder");
        assertThat(ended.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-b tpcc --load=true | the configuration file is missing, for example -c"
                        + " benchbase-configs/postgres/sample_tpcc_config.xml",
                SAMPLE + " --load=true | the benchmark is missing, for example -b tpcc",
                "-b tpcc " + SAMPLE + " | there is nothing to do: add --create=true, --clear=true, --load=true or"
                        + " --execute=true",
                "-b ycsb " + SAMPLE
                        + " --load=true | -b ycsb: Squall's own engine runs only tpcc; to run others, set BENCHBASE_JAR or BENCHBASE_HOME to your BenchBase",
                "-b tpc " + SAMPLE + " --load=true | -b tpc: Squall's own engine runs only tpcc; did you mean 'tpcc'?",
                "-b tpcc " + SAMPLE
                        + " --execute true -mt advanced | --monitor-type advanced: Squall's own engine does not support it; to use it, set BENCHBASE_JAR or BENCHBASE_HOME to your BenchBase",
                "-b tpcc " + SAMPLE + " --load true --engine upstream | --engine upstream: set BENCHBASE_JAR to the"
                        + " benchbase.jar of your BenchBase, or BENCHBASE_HOME to its folder",
                "-b tpcc " + SAMPLE + " --execute=true -im 1500 | --interval-monitor must be a multiple of 1000 ms with"
                        + " Squall's engine, not 1500",
                "-b tpcc " + SAMPLE + " --execute=true -s 0 | --sample must be 1 second or more, not 0",
                "-b tpcc " + SAMPLE + " --execute=true --abort-on never | --abort-on must be a comma list of"
                        + " no-success:30s, error-share:0.5 and errors:1000, not 'never'",
                "-b tpcc " + SAMPLE + " --execute=true --connections 0 | --connections must be at least 1, not '0'",
                "-b tpcc " + SAMPLE + " --execute=true --from-warehouse 2 |"
                        + " benchbase-configs/cockroachdb/sample_tpcc_config.xml: the first warehouse must be in [1, 1], not 2;"
                        + " see <scalefactor>, --warehouses, --from-warehouse and --total-warehouses",
                "-b tpcc " + SAMPLE + " --load=true --warehouses=-1 |"
                        + " benchbase-configs/cockroachdb/sample_tpcc_config.xml: the number of warehouses must be at least 1,"
                        + " not -1; see <scalefactor>",
                "-b tpcc " + SAMPLE + " --load=true --warehouses=300000000 |"
                        + " benchbase-configs/cockroachdb/sample_tpcc_config.xml: the number of warehouses must be at most"
                        + " 1000000, not 300000000; see <scalefactor>",
                "-b tpcc " + SAMPLE
                        + " --load=true --clients 2 --client 0 --client-run x --warehouses 10 --total-warehouses"
                        + " 40 | with --clients, --warehouses and --total-warehouses are both the number of all clients; leave"
                        + " one out",
                "-b tpcc -c benchbase-configs/cockroachdb/tpcc-spec.xml --execute=true --warehouses 1 |"
                        + " benchbase-configs/cockroachdb/tpcc-spec.xml: work 1: 20 connections for 10 terminals: some would"
                        + " never be used; see <connections> and --connections",
                "-b tpcc " + SAMPLE
                        + " --load=true --all-conditions --no-verify | --all-conditions and --no-verify exclude each other: omit one",
                "-b tpcc " + SAMPLE
                        + " --execute=true --judge isolation --no-verify | --judge and --no-verify exclude each other: omit one",
                "-b tpcc " + SAMPLE + " --execute=true --metrics-port 65536 | --metrics-port must be a port in"
                        + " [0, 65535], 0 for any free port, not '65536'",
                "-b tpcc " + SAMPLE
                        + " --execute=true --url= | --url is empty: give it a value, or omit it for its default",
                "-b tpcc " + SAMPLE + " --execute=true --tag a=1 --tag a=2 | --tag: 'a=1' and 'a=2' exclude each other",
                "-b tpcc " + SAMPLE + " --exceute=true | unknown option '--exceute'; did you mean '--execute'?",
            })
    void what_cannot_be_done_is_refused_with_the_way_out(String line, String message) {
        Ended ended = Bench.run(folder, line);

        assertThat(ended.err()).startsWith("error: " + message);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_misspelt_configuration_file_is_told_with_the_nearest_one() {
        Ended ended = Bench.run(folder, "-b tpcc -c benchbase-configs/cockroachdb/smal.xml --load=true");
        assertThat(ended.err()).contains("smal.xml: no such file or folder; did you mean 'small.xml'?");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void a_rate_that_would_hold_waiting_terminals_back_is_refused() throws Exception {
        String text = Files.readString(Path.of("../../benchbase-configs/cockroachdb/tpcc-spec.xml"));
        Path file = Files.writeString(folder.resolve("a.xml"), text.replace("unlimited", "4"));

        assertThat(Bench.run(folder, "-b tpcc --execute=true -c " + file).err())
                .startsWith(
                        "error: " + file
                                + ": work 1: <rate> 4.0 throttles terminals that request 4.8/s with their waits; set it to unlimited, or remove the waits\n");
    }

    @Test
    void users_without_waits_are_refused_as_each_connection_is_one() throws Exception {
        String text = Files.readString(Path.of("../../" + SAMPLE.substring(3)))
                .replaceFirst("(?s)<squall>.*?</squall>", "")
                .replace("</parameters>", "<squall><terminals>500</terminals></squall></parameters>");
        Path file = Files.writeString(folder.resolve("a.xml"), text);

        Ended ended = Bench.run(folder, "-b tpcc --execute=true -c " + file);

        assertThat(ended.err())
                .startsWith("error: " + file
                        + ": work 1: <terminals> of <squall> are users that wait: set <waits>specification</waits>, or give the"
                        + " number of connections in the file's own <terminals>\n");
        assertThat(ended.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--connections 4 | '' | 4 connections, but a serial work has only one terminal",
                "'' | <mix>deck</mix> | <serial> follows the order of the file; remove <mix>deck</mix>",
                "'' | <waits>specification</waits><deferreddelivery>1</deferreddelivery> |"
                        + " <serial> runs each transaction immediately; remove <deferreddelivery>",
            })
    void a_serial_work_with_more_than_one_at_work_is_refused(String options, String extension, String message)
            throws Exception {
        String text = Files.readString(Path.of("../../" + SAMPLE.substring(3)))
                .replace("<time>", "<serial>true</serial><time>")
                .replaceFirst("(?s)<squall>.*?</squall>", "")
                .replace("</parameters>", "<squall>" + extension + "</squall></parameters>");
        Path file = Files.writeString(folder.resolve("a.xml"), text);

        assertThat(Bench.run(folder, "-b tpcc --execute=true -c " + file + " " + options)
                        .err())
                .startsWith("error: " + file + ": work 1: " + message + "\n");
    }

    /** Covers an old error: the tables were dropped, created and loaded before the folder was found to be unusable. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--results FOLDER/taken/runs | the folder of results FOLDER/taken/runs cannot be created: FOLDER/taken is"
                        + " not a folder but a file; use --results for another folder",
                "-d taken | the folder of BenchBase's files FOLDER/taken cannot be created: FOLDER/taken is not a folder"
                        + " but a file; use --directory for another folder",
                "-jh taken/counts.json | the folder of the counts by outcome FOLDER/taken cannot be created: FOLDER/taken"
                        + " is not a folder but a file; use --json-histograms for another folder",
            })
    void results_that_cannot_be_kept_are_named_before_the_tables_are_dropped(String options, String message)
            throws Exception {
        Files.createFile(folder.resolve("taken"));
        String line = "-b tpcc " + SAMPLE + " --create=true --load=true --execute=true"
                + " --url jdbc:postgresql://127.0.0.1:1/benchbase " + options;

        Ended ended = Bench.run(folder, line.replace("FOLDER", folder.toString()));

        assertThat(ended.err())
                .isEqualTo("error: " + message.replace("FOLDER", folder.toString()) + "\nexit 5: "
                        + ExitCode.UNREACHABLE.meaning() + "\n");
        assertThat(ended.code()).isEqualTo(5);
    }

    @Test
    void an_address_that_does_not_respond_is_exit_5() throws Exception {
        Ended ended = Bench.run(
                folder, "-b tpcc " + SAMPLE + " --execute=true --url jdbc:postgresql://127.0.0.1:1/benchbase");

        assertThat(ended.code()).isEqualTo(5);
        assertThat(ended.err()).contains("127.0.0.1:1").doesNotContain("\tat ");
    }
}
