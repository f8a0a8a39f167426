package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import squall.experiment.ExperimentLibrary.UnavailableExperiment;
import squall.experiment.SelectedExperiment.DatabaseAddress;

/** Test of the files of {@code experiments/}, of the list of what they leave out, and of the page that names them all. */
class ShippedExperimentsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final ExperimentLibrary LIBRARY = new ExperimentLibrary(ROOT.resolve("experiments"));

    /** Numbers of the documents' experiments, from 1 to 56; 16 is no experiment. */
    private static final List<Integer> ALL =
            IntStream.rangeClosed(1, 56).filter(number -> number != 16).boxed().toList();

    static Stream<SelectedExperiment> everyScaleOnEveryDatabase() throws Exception {
        List<SelectedExperiment> all = new ArrayList<>();
        for (ExperimentSpec spec : LIBRARY.all()) {
            for (String scale : spec.scales().keySet()) {
                for (String database : spec.databases().keySet()) {
                    all.add(SelectedExperiment.of(
                            spec,
                            scale,
                            new DatabaseAddress(Optional.of(database), Optional.empty(), Optional.empty())));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("everyScaleOnEveryDatabase")
    void every_step_can_be_planned_and_states_how_long_it_takes(SelectedExperiment selected) {
        assertThat(new PlanText(selected).lines()).last().asString().matches("nodes: [1-9]\\d*");
        assertThat(selected.cells().stream()
                        .filter(cell -> selected.scale().search().isEmpty())
                        .flatMap(cell -> selected.steps(cell).stream()))
                .allSatisfy(step -> assertThat(step.needs().seconds()).isPositive());
    }

    @ParameterizedTest
    @MethodSource("everyScaleOnEveryDatabase")
    void no_placeholder_is_left_in_a_command_and_its_front_end_exists(SelectedExperiment selected) {
        var cells = selected.scale().search().isPresent() ? List.of(Map.of("warehouses", "1")) : selected.cells();

        assertThat(cells.stream().flatMap(cell -> selected.steps(cell).stream()))
                .allSatisfy(step -> {
                    assertThat(step.words().line()).doesNotContain("${");
                    assertThat(ROOT.resolve("bin").resolve(step.words().name())).isExecutable();
                });
    }

    /** Covers an old error: one tag was too long, and a run would have refused it. */
    @ParameterizedTest
    @MethodSource("everyScaleOnEveryDatabase")
    void every_tag_of_a_step_is_one(SelectedExperiment selected) {
        var cells = selected.scale().search().isPresent() ? List.<Map<String, String>>of() : selected.cells();

        assertThat(cells.stream()
                        .flatMap(cell -> selected.steps(cell).stream())
                        .map(step -> step.words().line())
                        .filter(line -> line.contains(" --tag ")))
                .allSatisfy(line -> assertThat(line.split(" --tag ", 2)[1].split(" ", 2)[0].split(",", -1))
                        .allMatch(tag -> tag.matches("[\\w:/.+-]{1,40}=[\\w:/.+-]{1,40}")));
    }

    @Test
    void each_version_has_a_cluster_of_its_own_and_one_that_does_not_come_back_ends_only_its_row() throws Exception {
        ExperimentSpec versions = LIBRARY.find("adversity-versions");
        SelectedExperiment selected = SelectedExperiment.of(
                versions, "toy", new DatabaseAddress(Optional.of("cassandra"), Optional.empty(), Optional.empty()));

        assertThat(selected.cells().stream()
                        .flatMap(cell -> selected.steps(cell).stream())
                        .map(step -> step.words().line()))
                .containsExactly(Stream.of("4.1.10", "5.0.5", "6.0-alpha2")
                        .flatMap(version -> Stream.of(
                                "bin/testbed reset cassandra --name versions",
                                "bin/adversity run versions --size toy --heal-first --cluster"
                                        + " cassandra:name=versions,version="
                                        + version + ",nodes=3,quick=true",
                                "bin/testbed reset cassandra --name versions"))
                        .toArray(String[]::new));
        assertThat(versions.step("adversity").ownCluster()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "tpcc-find-max, postgres",
        "thesis-nodes, galera",
        "adversity-phases, postgres-ha",
        "adversity-phases, cockroachdb",
        "growth-nodes, cassandra",
        "durability-ha, patroni",
        "jepsen-findings, all"
    })
    void a_database_that_is_started_or_is_a_cluster_needs_no_address(String name, String database) throws Exception {
        SelectedExperiment selected = SelectedExperiment.of(
                LIBRARY.find(name),
                "toy",
                new DatabaseAddress(Optional.of(database), Optional.empty(), Optional.empty()));

        assertThatCode(selected::requireAddress).doesNotThrowAnyException();
    }

    /** Covers an old error: one cluster of the user's made the rows of every size. */
    @ParameterizedTest
    @CsvSource({
        "growth-nodes, cassandra, cql://db:9042, load",
        "overview-kv95, cassandra, cql://db:9042, load-nodes",
        "thesis-scale, postgres, jdbc:postgresql://db/x, tpcc"
    })
    void nodes_of_a_stated_size_are_not_replaced_by_an_address(String name, String database, String url, String step)
            throws Exception {
        SelectedExperiment selected = SelectedExperiment.of(
                LIBRARY.find(name),
                "toy",
                new DatabaseAddress(Optional.of(database), Optional.of(url), Optional.empty()));

        assertThat(selected.cells().stream()
                        .flatMap(cell -> selected.steps(cell).stream())
                        .filter(planned -> planned.step().name().equals(step))
                        .map(SelectedExperiment.PlannedStep::obstacle))
                .hasSize(3)
                .allMatch(obstacle -> obstacle.equals(
                        Optional.of("the size of its nodes (node-cpus) cannot be set at an address: leave out --url")));
    }

    /** Covers an old error: a run on sixteen nodes was a row of one, with sixteen times the throughput a node. */
    @ParameterizedTest
    @CsvSource({"toy, 1", "laptop, 1", "full, 16"})
    void kv_95_has_the_row_of_as_many_nodes_as_its_scale_plans(String scale, String nodes) throws Exception {
        ExperimentSpec spec = LIBRARY.find("overview-kv95");
        SelectedExperiment selected = SelectedExperiment.of(
                spec, scale, new DatabaseAddress(Optional.of("cockroachdb"), Optional.empty(), Optional.empty()));

        assertThat(selected.placeholders(Map.of())
                        .filled(spec.tables().getFirst().label()))
                .isEqualTo(nodes);
        assertThat(new PlanText(selected).lines()).last().isEqualTo("nodes: " + nodes);
    }

    @Test
    void a_file_has_the_name_of_its_experiment() throws Exception {
        for (String name : LIBRARY.names()) {
            assertThat(LIBRARY.find(name).name()).isEqualTo(name);
        }
    }

    /** Covers an old error: the file of what was measured was replaced by that of the published table of the same name. */
    @Test
    void no_table_has_the_name_of_a_published_one() throws Exception {
        for (ExperimentSpec spec : LIBRARY.all()) {
            assertThat(spec.tables().stream()
                            .filter(table -> table.made().isEmpty())
                            .map(table -> ExperimentTables.name(spec, table)))
                    .doesNotHaveDuplicates()
                    .noneMatch(spec.published()::contains);
        }
    }

    @Test
    void every_experiment_of_the_documents_is_a_file_or_has_a_reason() throws Exception {
        List<Integer> repeated = LIBRARY.all().stream()
                .flatMap(spec -> spec.origin().numbers().stream())
                .distinct()
                .toList();
        List<Integer> missing = UnavailableExperiment.read(LIBRARY.folder()).stream()
                .flatMap(each -> each.numbers().stream())
                .toList();

        assertThat(missing).doesNotContainAnyElementsOf(repeated).doesNotHaveDuplicates();
        assertThat(Stream.of(repeated, missing).flatMap(List::stream).sorted()).isEqualTo(ALL);
    }

    @Test
    void every_experiment_of_the_documents_is_on_the_page_and_every_command_there_exists() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/experiments.md"));
        TreeSet<Integer> numbers = new TreeSet<>();
        page.lines()
                .filter(line -> line.matches("\\| \\d.*"))
                .forEach(line -> Stream.of(line.split("\\|", -1)[1].strip().split(", "))
                        .map(Integer::valueOf)
                        .forEach(numbers::add));

        assertThat(numbers).containsExactlyElementsOf(ALL);
        assertThat(named(page, "bin/experiment (?:run|plan) ([a-z][a-z0-9-]+)"))
                .containsExactlyInAnyOrderElementsOf(LIBRARY.names());
    }

    @Test
    void what_the_page_calls_not_available_is_what_the_list_leaves_out() throws Exception {
        TreeSet<Integer> missing = new TreeSet<>();
        UnavailableExperiment.read(LIBRARY.folder()).forEach(each -> missing.addAll(each.numbers()));
        List<String> rows = Files.readAllLines(ROOT.resolve("docs/experiments.md")).stream()
                .filter(line -> line.matches("\\| \\d.*"))
                .toList();

        assertThat(rows).allSatisfy(row -> {
            List<Integer> numbers = Stream.of(row.split("\\|", -1)[1].strip().split(", "))
                    .map(Integer::valueOf)
                    .toList();
            boolean available = row.contains("| `bin/experiment run");
            assertThat(missing.containsAll(numbers)).describedAs(row).isEqualTo(!available);
        });
    }

    private static Set<String> named(String page, String pattern) {
        Set<String> names = new TreeSet<>();
        Pattern.compile(pattern)
                .matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1))
                .forEach(names::add);
        return names;
    }
}
