package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Streams;

/** Test of a new user's mistakes. The address leads nowhere: a command that connects before it judges its options ends with 5, not 2. */
class MistakesTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run jdbc -P workloada --rate 0 | --rate: squall.rate must be operations per second such as 1000, or a share of"
                        + " at most 100%max such as 70%max, not '0'",
                "run jdbc -P workloada --rate 70%max | a rate in %max needs a run limited by time",
                "run jdbc -P workloada --warmup 500ms | --warmup: squall.warmup must be whole seconds such as 30s, 5m or 2h, at"
                        + " most 24 days, not '500ms'",
                "run jdbc -P workloada --terminals 5 | --terminals=5 needs the total rate",
                "run jdbc -P workloada --ramp 10..20/1d | --ramp: squall.ramp must be two rates above 0 and a duration",
                "run jdbc -P workloada --abort-on errors | --abort-on: squall.abort-on must be a comma list of no-success:30s",
                "run jdbc -P workloada --threads-kind green | --threads-kind: squall.threads-kind must be one of auto, platform,"
                        + " virtual, not 'green'",
                "run jdbc -P workloada --quiet --progress json | squall.quiet and squall.progress contradict each other; keep one",
                "run jdbc -P workloada -threads 0 | -threads: threadcount must be a whole number in [1, 100000], not '0'",
                "run jdbc -P workloada -p operationcount=0 | the run has no limit: set operationcount, or maxexecutiontime",
                "run jdbc -P workloada -p maxexecutiontime=99999999999 | -p: maxexecutiontime must be a whole number in [0, 1000000000]",
                "run jdbc -P workloada -p db.connecttimeout=0s | -p: db.connecttimeout must be a duration such as 250ms, 30s, 5m"
                        + " or 2h, at most 24 days, and above 0, not '0s'",
                "run jdbc -P workloada -p db.sockettimeout=1s | db.sockettimeout=1s must be longer than db.statementtimeout=30s",
                "run jdbc -P workloada --grace 999999999h | --grace: squall.grace must be a duration such as 250ms, 30s, 5m or"
                        + " 2h, at most 24 days",
                "run jdbc -P workloade -p minscanlength=200 | minscanlength",
                "run jdbc -P workloada -p readproportion=0 -p updateproportion=0 | proportion",
                "run jdbc -P workloada --counter | --counter: squall.counter=true needs a workload with read-modify-writes, but"
                        + " readmodifywriteproportion is 0; use workloadf, or set it",
                "run jdbc -P workloade -p squall.insertstart=0 | -p: squall.insertstart=0 must be at least insertstart + insertcount"
                        + " = 1000, behind the rows that the run reads; raise it, or lower recordcount",
                "run jdbc -P workloade -p insertstart=10 -p insertcount=500 --insertstart 509 | --insertstart:"
                        + " squall.insertstart=509 must be at least insertstart + insertcount = 510, behind",
                "run jdbc -P workloadc --insertstart 2000 | --insertstart: squall.insertstart=2000 has no effect on a workload"
                        + " without inserts, and insertproportion is 0; leave it out, or set that",
                "run jdbc -P workloadf --counter --workload upstream | --counter: squall.counter=true needs Squall's own CoreWorkload",
                "run jdbc -P workloadx | -P workloadx: no such file, and no workload of this name in workloads/ or"
                        + " workloads/literature/ of Squall; did you mean 'workloada'?",
                "run jdbc -P -P workloada | a file name is missing after -P",
                "run jdbc -p recordcount=5 | no workload is given; use a file that has one, for example -P workloada",
                "run jdbcc -P workloada | unknown binding 'jdbcc' (known: jdbc, ycql, basic, basicts; any other class with -db); did you mean 'jdbc'?",
                "load ycql -P workloada | -p: db.url is for jdbc; ycql takes its nodes from hosts: ",
                "run ycql -P workloada -p hosts=127.0.0.1:1 -p cassandra.transactions=accord -p"
                        + " cassandra.readconsistencylevel=LOCAL_QUORUM | Accord has no consistency level LOCAL_QUORUM for"
                        + " reads: use QUORUM, ALL, ONE, SERIAL",
                "run jdbc -P workloada -cp /nowhere/a.jar | -cp /nowhere/a.jar: no such file or folder",
                "run jdbc -P workloada -db com.example.None | com.example.None",
                "run jdbc -P workloada -p db.driver=com.example.None | -p: db.driver: there is no class com.example.None on the class path",
                "load jdbc -P workloada -p db.batchsize=0 | -p: db.batchsize must be -1 or in [1, 1000000], not '0'",
                "run jdbc -P workloada --tag a=1 --tag a=2 | --tag: 'a=1' and 'a=2' exclude each other",
                "run jdbc -P workloada -p squall.tag=a= | --tag must be KEY or KEY=VALUE",
                "run jdbc -P workloada -p db.url= | -p: db.url is empty: give it a value, or omit it for the database that"
                        + " Squall starts (is a variable of the shell unset?)",
                "load ycql -P workloada -p hosts= | -p: hosts is empty: give it a value, or omit it for the database that",
                "run jdbc -P workloada --results= | --results: squall.results is empty: give it a value, or omit it for its default",
                "load jdbc -P workloada -p recordcount=0 | recordcount",
                "load jdbc -P workloada -p exportfile=/nowhere/report | exportfile /nowhere/report cannot be written",
                "load jdbc -P workloada -p fieldlength=-1 | -p: fieldlength must be",
                "shell jdbc -p db.ulr=jdbc:postgresql://mine/x | -p: unknown property 'db.ulr'; did you mean 'db.url'?",
                "shell jdbc --rate 100 | --rate is an option of load and run, not of shell: leave it out",
                "shell jdbc --judge isolation | --judge is an option of load and run, not of shell: leave it out",
                "shell jdbc -P workloada -p tabl=t | -p: unknown property 'tabl'; did you mean 'table'?"
            })
    void a_mistake_is_named_before_anything_is_touched(String line, String message) {
        Ended ended = ycsb(line);
        assertThat(ended.err())
                .startsWith("error: ")
                .contains(message)
                .endsWith("exit 2: usage or configuration error\n");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
    }

    /** Covers an old error: Squall's own database was measured in place of the one that was meant. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-p hosts=10.0.0.1 | -p: hosts is for ycql; jdbc takes its address from db.url: -p db.url=jdbc:postgresql://",
                "-p db.user=me | -p: db.user is for a database of yours: give its address with db.url, or leave it out",
                "-p db.passwd=secret | -p: db.passwd is for a database of yours: give its address with db.url, or leave it out"
            })
    void what_belongs_to_another_database_is_refused_without_its_address(String options, String message) {
        Ended ended = new Ycsb(List.of(), folder).run("load jdbc -P workloada " + options);
        assertThat(ended.err()).startsWith("error: " + message);
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void a_command_without_words_prints_its_usage_on_the_stream_of_errors() {
        Ended ended = new TestCommand(YcsbCommand::execute, Optional.empty(), folder).run(List.of(), Streams.closed());
        assertThat(ended.err()).startsWith("usage: ycsb load|run|shell BINDING [options]");
        assertThat(ended.out()).isEmpty();
        assertThat(ended.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " -p squall.testbed=name=accord", " -p squall.testbed=name=accord,version=5.0.6"})
    void accord_on_a_cassandra_of_the_testbed_without_it_is_refused_before_that_is_started(String testbed) {
        Ended ended =
                new Ycsb(List.of(), folder).run("load ycql -P workloada -p cassandra.transactions=accord" + testbed);
        assertThat(ended.err())
                .startsWith(
                        "error: -p: Accord needs Cassandra 6, and Squall's own Cassandra is a release without it: choose"
                                + " another one with -p squall.testbed=name=accord,version=6.0-alpha2, or name your nodes with");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void results_that_cannot_be_kept_are_named_before_anything_is_touched() {
        Ended ended = ycsb("load jdbc -P workloada --results /dev/null/results");
        assertThat(ended.err())
                .startsWith("error: the folder of results /dev/null/results cannot be created: ")
                .contains("; use --results for another folder");
        assertThat(ended.code()).isEqualTo(5);
    }

    @Test
    void a_file_in_place_of_the_results_is_said_to_be_a_file() throws Exception {
        Path file = Files.createFile(folder.resolve("README.md"));
        assertThat(ycsb("load jdbc -P workloada --results README.md").err())
                .startsWith("error: the folder of results " + file + " cannot be created: " + file
                        + " is not a folder but a file; use --results for another folder\n");
    }

    @Test
    void a_server_that_is_not_there_is_named_without_its_password() {
        Ended ended = ycsb("load jdbc -P workloada");
        assertThat(ended.err())
                .startsWith("error: database jdbc:postgresql://127.0.0.1:1/ycsb?password=*** cannot be used: ")
                .doesNotContain("s3cr3t");
        assertThat(ended.code()).isEqualTo(5);
    }

    private Ended ycsb(String line) {
        return new Ycsb(List.of("-p", "db.url=jdbc:postgresql://127.0.0.1:1/ycsb?password=s3cr3t"), folder).run(line);
    }
}
