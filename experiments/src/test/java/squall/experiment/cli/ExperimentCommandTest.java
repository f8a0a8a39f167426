package squall.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.results.Schema;
import squall.results.file.CanonicalJson;

class ExperimentCommandTest {
    @TempDir
    Path folder;

    private Ended run(String words) {
        return new TestCommand(
                        ExperimentCommand::execute,
                        Optional.of(Path.of("..").toAbsolutePath().normalize()),
                        folder)
                .run(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run thesis-stres|there is no experiment 'thesis-stres'; did you mean 'thesis-stress'? (bin/experiment list shows them)",
                "run thesis-stress --scale top|--scale: experiment thesis-stress has no 'top', it has toy, laptop, full; did you mean 'toy'?",
                "plan thesis-stress --database postgre|--database: experiment thesis-stress has no 'postgre', it has postgres, cockroachdb, yugabytedb; did you mean 'postgres'?",
                "run adversity-region|--scale: experiment adversity-region has no 'toy', it has laptop, full",
                "run ycsb-load --url jdbc:x --cluster y|--url and --cluster exclude each other",
                "run ycsb-load --resume|--resume: FOLDER/results has no unfinished ycsb-load at scale toy on postgres; leave out --resume to begin one",
                "run ycsb-load --tag a=1 --tag a=2|--tag: 'a=1' and 'a=2' exclude each other",
                "run paper-workloads --database cockroachdb|--database cockroachdb needs --url: without an address the steps would run on a database that they start themselves",
                "run tpcc-find-max --database cockroachdb|--database cockroachdb needs --url: without an address the steps would run on a database that they start themselves",
                "list --scale toi|--scale must be one of toy, laptop, full, not 'toi'; did you mean 'toy'?",
            })
    void a_mistake_is_exit_2_before_anything_is_made(String words, String message) {
        Ended ended = run(words);

        assertThat(ended.err())
                .isEqualTo("error: " + message.replace("FOLDER", folder.toString())
                        + "\nexit 2: usage or configuration error\n");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void the_largest_published_run_is_planned_on_paper() {
        Ended ended = run("plan tpcc-find-max --scale full --database cockroachdb");

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("tpcc,warehouses=140000: 69,861,640,000 rows, about 11 TB, 1,400,000 clients", "nodes: 81\n");
    }

    @Test
    void a_secret_in_an_address_is_not_printed() {
        Ended ended = run("plan ycsb-load --url jdbc:postgresql://db/x?user=me&password=hunter2");

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("-p db.url=jdbc:postgresql://db/x?user=me")
                .doesNotContain("hunter2");
    }

    /** Covers an old error: a step looked for them in its own folder, and every step was N/A. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ssh:inventory=lab.yaml|ssh:inventory=FOLDER/lab.yaml",
                "ssh:inventory=/etc/lab.yaml|ssh:inventory=/etc/lab.yaml",
                "compose:project=lab,file=of/mine/compose.yaml,port=26257|compose:file=FOLDER/of/mine/compose.yaml,port=26257,project=lab",
                "compose:project=lab,port=26257|compose:project=lab,port=26257"
            })
    void files_of_a_cluster_are_found_from_the_folder_of_the_user(String typed, String given) {
        Ended ended = run("plan thesis-node-disruption --database cockroachdb --cluster " + typed);

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains(" --cluster " + given.replace("FOLDER", folder.toString()) + " --load ");
    }

    @Test
    void a_folder_whose_path_would_be_two_arguments_of_a_step_is_refused() {
        Path mine = folder.resolve("my files");
        Ended ended = new TestCommand(
                        ExperimentCommand::execute,
                        Optional.of(Path.of("..").toAbsolutePath().normalize()),
                        mine)
                .run("plan thesis-node-disruption --database cockroachdb --cluster ssh:inventory=lab.yaml");

        assertThat(ended.err())
                .isEqualTo("error: --cluster: a step cannot be given the path of a file in '" + mine
                        + "', which has a space or a comma: run the experiment in another folder"
                        + "\nexit 2: usage or configuration error\n");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void the_list_ends_with_what_cannot_be_run_and_why() {
        Ended ended = run("list");

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains(
                        "thesis-stress",
                        "document 003, no. 33, 34; toy, laptop, full; on postgres, cockroachdb, yugabytedb")
                .contains("\nNot repeated by an experiment:\n")
                .contains("  no. 15 ratio claims of the YCSB comparison: statements without the values behind them;");
    }

    @ParameterizedTest
    @CsvSource({
        "list --json, experiments.schema.json",
        "list --scale toy --json, experiments.schema.json",
        "plan thesis-stress --json, experiment-plan.schema.json",
        "plan tpcc-find-max --json, experiment-plan.schema.json",
        "plan ycsb-load --url jdbc:postgresql://db/x?user=me&password=hunter2 --json, experiment-plan.schema.json"
    })
    void json_keeps_its_schema_and_tells_no_secret(String words, String schema) throws Exception {
        Ended ended = run(words);

        assertThat(ended.code()).isZero();
        assertThat(Schema.complaints(schema, CanonicalJson.read(words, ended.out())))
                .isEmpty();
        assertThat(ended.out()).doesNotContain("hunter2");
    }

    @Test
    void the_names_of_one_scale_are_for_scripts() {
        assertThat(run("list --scale toy").out().lines()).contains("ycsb-load").doesNotContain("adversity-region");
    }
}
