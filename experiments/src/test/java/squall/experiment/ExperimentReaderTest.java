package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.experiment.SelectedExperiment.DatabaseAddress;
import squall.scenario.yaml.ScenarioException;
import squall.scenario.yaml.ScenarioSource;

class ExperimentReaderTest {
    static final String SMALL = """
            apiVersion: squall-experiment/v1
            name: small
            title: Two threads and four
            document: "000"
            numbers: [12]
            databases:
              postgres: {binding: jdbc}
              cassandra: {binding: ycql, cluster: cassandra}
            scales:
              toy:
                about: nothing to be quoted.
                values: {rows: "100"}
                vary: {sharding: [range, hash], threads: [2, 4]}
            steps:
              - name: load
                prepares: true
                per: [sharding]
                command: ycsb load ${binding} -p recordcount=${rows} -p db.sharding=${sharding}
                databases: [postgres]
                otherwise: no choice of sharding
                size: {rows: "${rows}", bytes: "${rows} * 1000", seconds: "2"}
              - name: run
                command: ycsb run ${binding} -threads ${threads}
                size: {rows: "${rows}", clients: "${threads}", seconds: "10"}
            tables:
              - of: run
                columns:
                  - {name: threads, value: "${threads}"}
                  - {name: ops_s, unit: 1/s, figure: measured.goodput_per_s}
                  - {name: change_pct, unit: "%", change: ops_s, against: {sharding: range}}
            published: [ycsb-claims]
            """;

    static ExperimentSpec small() {
        return read(SMALL);
    }

    static ExperimentSpec read(String text) {
        return ExperimentReader.read(new ScenarioSource("small.yaml", text));
    }

    private static DatabaseAddress on(String database) {
        return new DatabaseAddress(Optional.of(database), Optional.empty(), Optional.empty());
    }

    @Test
    void a_step_depends_on_the_dimensions_it_names_and_the_last_one_varies_fastest() {
        SelectedExperiment selected = SelectedExperiment.of(small(), "toy", on("postgres"));

        assertThat(selected.cells().stream()
                        .flatMap(cell -> selected.steps(cell).stream())
                        .map(SelectedExperiment.PlannedStep::key))
                .containsExactly(
                        "load,sharding=range",
                        "run,sharding=range,threads=2",
                        "load,sharding=range",
                        "run,sharding=range,threads=4",
                        "load,sharding=hash",
                        "run,sharding=hash,threads=2",
                        "load,sharding=hash",
                        "run,sharding=hash,threads=4");
    }

    @Test
    void the_words_of_a_step_are_filled_with_the_values_of_scale_database_and_cell() {
        SelectedExperiment selected = SelectedExperiment.of(small(), "toy", on("postgres"));

        SelectedExperiment.PlannedStep load =
                selected.steps(Map.of("sharding", "hash", "threads", "2")).getFirst();

        assertThat(load.words().line()).isEqualTo("bin/ycsb load jdbc -p recordcount=100 -p db.sharding=hash");
        assertThat(load.needs()).isEqualTo(new SelectedExperiment.PlannedStep.Needs(100, 100_000, 0, 2));
    }

    @Test
    void a_database_of_the_users_is_told_to_every_step_that_runs_a_load() {
        SelectedExperiment selected = SelectedExperiment.of(
                small(),
                "toy",
                new DatabaseAddress(Optional.empty(), Optional.of("cql://10.0.0.1:9042"), Optional.empty()));

        assertThat(selected.database()).isEqualTo("cassandra");
        assertThat(selected.steps(Map.of("sharding", "hash", "threads", "2"))
                        .getLast()
                        .words()
                        .line())
                .isEqualTo("bin/ycsb run ycql -threads 2 -p hosts=cql://10.0.0.1:9042");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "foo|--url: 'foo' must begin with cql:, jdbc:postgresql:, jdbc:yugabytedb:",
                "jdbc:mariadb://h/d?password=hunter2|--url: 'jdbc:mariadb://h/d?password=***' must begin with cql:, jdbc:postgresql:, jdbc:yugabytedb:",
                "jdbc:yugabytedb://h/d|--url: experiment small has no 'yugabytedb', it has postgres, cassandra",
            })
    void an_address_that_no_database_of_the_experiment_has_is_refused(String url, String message) {
        assertThatThrownBy(() -> SelectedExperiment.of(
                        small(), "toy", new DatabaseAddress(Optional.empty(), Optional.of(url), Optional.empty())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void a_cluster_that_the_experiment_does_not_know_is_refused_by_the_option_that_named_it() {
        assertThatThrownBy(() -> SelectedExperiment.of(
                        small(),
                        "toy",
                        new DatabaseAddress(Optional.empty(), Optional.empty(), Optional.of("galera:nodes=3"))))
                .hasMessage("--cluster: experiment small has no 'galera', it has postgres, cassandra");
    }

    @Test
    void a_dimension_may_have_other_values_on_each_database() {
        ExperimentSpec spec = read(SMALL.replace("[2, 4]", "{postgres: [17], cassandra: [\"4.1\", 5.0]}"));

        assertThat(SelectedExperiment.of(spec, "toy", on("cassandra")).cells())
                .extracting(cell -> cell.get("threads"))
                .containsExactly("4.1", "5.0", "4.1", "5.0");
        assertThat(SelectedExperiment.of(spec, "toy", on("postgres")).cells())
                .extracting(cell -> cell.get("threads"))
                .containsExactly("17", "17");
    }

    @Test
    void a_step_that_the_database_cannot_take_has_a_reason() {
        SelectedExperiment selected = SelectedExperiment.of(small(), "toy", on("cassandra"));

        assertThat(selected.steps(Map.of("sharding", "hash", "threads", "2")).stream()
                        .map(SelectedExperiment.PlannedStep::obstacle))
                .containsExactly(Optional.of("no choice of sharding"), Optional.empty());
    }

    @Test
    void a_plan_tells_each_step_once_with_what_it_needs() {
        assertThat(new PlanText(SelectedExperiment.of(small(), "toy", on("postgres"))).lines())
                .startsWith("small: Two threads and four", "scale toy: nothing to be quoted.", "database postgres", "")
                .containsSequence(
                        "load,sharding=range: 100 rows, about 100 kB, about 2.0 s",
                        "  bin/ycsb load jdbc -p recordcount=100 -p db.sharding=range",
                        "run,sharding=range,threads=2: 100 rows, 2 clients, about 10.0 s")
                .endsWith(
                        "steps: 6",
                        "largest step: 100 rows, about 100 kB, 4 clients",
                        "time: about 44.0 s",
                        "nodes: 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "toi|postgres|--scale: experiment small has no 'toi', it has toy; did you mean 'toy'?",
                "toy|postgress|--database: experiment small has no 'postgress', it has postgres, cassandra; did you mean 'postgres'?",
            })
    void an_unknown_scale_or_database_is_refused_with_the_nearest(String scale, String database, String message) {
        assertThatThrownBy(() -> SelectedExperiment.of(small(), scale, on(database)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void a_cluster_is_refused_where_the_experiment_runs_on_an_address() {
        assertThatThrownBy(() -> SelectedExperiment.of(
                        small(),
                        "toy",
                        new DatabaseAddress(
                                Optional.of("postgres"), Optional.empty(), Optional.of("postgres:nodes=3"))))
                .hasMessage(
                        "--cluster: experiment small runs on one address, not on a cluster: give --url, or --database one of"
                                + " postgres, cassandra");
    }

    /** Covers the versions of a database: a cluster of the user's would stand for each of them. */
    @Test
    void a_cluster_and_an_address_are_refused_where_the_experiment_makes_its_clusters() {
        ExperimentSpec spec = read(SMALL.replace(", cluster: cassandra}", "}")
                .replace("command: ycsb run ${binding} -threads", "command: adversity run kill --seed"));

        assertThatThrownBy(() -> SelectedExperiment.of(
                        spec,
                        "toy",
                        new DatabaseAddress(Optional.empty(), Optional.empty(), Optional.of("cassandra:nodes=3"))))
                .hasMessage("--cluster: experiment small makes its clusters itself: leave out --cluster, and give"
                        + " --database one of postgres, cassandra");
        assertThat(SelectedExperiment.of(
                                spec,
                                "toy",
                                new DatabaseAddress(
                                        Optional.empty(), Optional.of("jdbc:postgresql://db/x"), Optional.empty()))
                        .steps(Map.of("sharding", "hash", "threads", "2"))
                        .getLast()
                        .obstacle())
                .contains("bin/adversity takes no address: leave out --url");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "title: Two|titel: Two|small.yaml:3: unknown key 'titel'",
                "per: [sharding]|per: [shard]|small.yaml:17: steps[0].per[0] must be one of [sharding, threads], not 'shard'",
                "command: ycsb run|command: yscb run|small.yaml:23: steps[1].command must be a command of one of [ycsb,",
                "databases: [postgres]|databases: [oracle]|small.yaml:19: steps[0].databases[0] must be one of [postgres, cassandra]",
                "published: [ycsb-claims]|published: [ycsb-claim]|small.yaml:31: published[0] must be one of [",
                "of: run|of: ran|small.yaml:26: tables[0].of must be one of [load, run] (did you mean 'run'?), not 'ran'",
                "of: run|of: [load, run]|small.yaml:26: tables[0] must be a table with 'columns' and one step in 'of'",
                "squall-experiment/v1|squall/v1|small.yaml:1: apiVersion must be 'squall-experiment/v1', not 'squall/v1'",
                "threads: [2, 4]|threads: {postgres: [2]}|small.yaml:13: scales.toy.vary.threads: key 'cassandra' is missing",
                "threads: [2, 4]|threads: {postgres: [2], oracle: [2]}|small.yaml:13: scales.toy.vary.threads: unknown key 'oracle' (known: postgres, cassandra)",
                "threads: [2, 4]|threads: [2, 2]|small.yaml:13: scales.toy.vary.threads must be a list of one value or more, each once",
                "threads: [2, 4]|threads: [a/4, a+4]|small.yaml:13: scales.toy.vary.threads must be a list of values with different letters, digits or .,=_- in them, as they name folders",
            })
    void a_mistake_in_a_file_is_refused_with_its_line(String right, String wrong, String message) {
        assertThat(SMALL).contains(right);

        assertThatThrownBy(() -> read(SMALL.replace(right, wrong)))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void a_placeholder_without_a_value_is_refused_with_its_step() {
        ExperimentSpec spec = read(SMALL.replace("-threads ${threads}", "-threads ${thread}"));

        assertThatThrownBy(() -> new PlanText(SelectedExperiment.of(spec, "toy", on("postgres"))).lines())
                .hasMessageStartingWith("experiment small, step run: ${thread} has no value, known are [")
                .hasMessageEndingWith("did you mean 'threads'?");
    }

    @ParameterizedTest
    @CsvSource({"efficiency > 85", "efficiency >= many", "efficiency"})
    void a_rule_that_is_none_is_refused(String text) {
        assertThatThrownBy(() -> ExperimentSpec.AcceptanceRule.parse(text))
                .hasMessage("a rule must be FIGURE >= NUMBER or FIGURE <= NUMBER, not '" + text + "'");
    }

    @Test
    void all_scales_are_listed_smallest_first() {
        assertThat(List.copyOf(small().scales().keySet())).containsExactly("toy");
    }
}
