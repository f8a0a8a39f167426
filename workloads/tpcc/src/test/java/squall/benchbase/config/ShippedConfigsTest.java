package squall.benchbase.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.benchbase.config.ConfigFile.XmlFile;
import squall.sql.Dialects;
import squall.sql.SqlDialect;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.schema.TpccTable;

/** Test of the files of benchbase-configs, as both engines take them. */
class ShippedConfigsTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path CONFIGS = ROOT.resolve("benchbase-configs");

    @ParameterizedTest
    @MethodSource("files")
    void each_file_is_one_that_squall_takes(Path file) throws Exception {
        assertThat(ConfigFile.read(file.toString(), CONFIGS.resolve(file), List.of(ROOT))
                        .phases())
                .isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("files")
    void apart_from_one_extension_each_file_has_elements_of_benchbase_only(Path file) throws Exception {
        Collection<String> known = new TreeSet<>(ConfigVocabulary.rootElements());
        known.addAll(List.of("works/work", "works/work/time", "works/work/warmup", "works/work/rate"));
        known.addAll(List.of("works/work/weights", "transactiontypes/transactiontype"));
        known.addAll(Stream.of("name", "preExecutionWait", "postExecutionWait")
                .map(name -> "transactiontypes/transactiontype/" + name)
                .toList());
        XmlElement root = XmlFile.parse(file.toString(), Files.readString(CONFIGS.resolve(file)));

        assertThat(paths("", root).filter(path -> !path.startsWith("squall/")).collect(Collectors.toSet()))
                .isSubsetOf(known);
        assertThat(root.name()).isEqualTo("parameters");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void the_thesis_has_a_file_for_each_of_its_steps(String database) throws Exception {
        List<Integer> warehouses = new ArrayList<>();
        for (Path file : list(CONFIGS.resolve(database).resolve("thesis"))) {
            ConfigFile config = ConfigFile.read(file.toString(), file, List.of(ROOT));
            assertThat(file).hasFileName("tpcc-%04d.xml".formatted(config.data().warehouses()));
            assertThat(config.terminals()).isEqualTo(10 * config.data().warehouses());
            assertThat(config.phases().getFirst().length()).contains(Duration.ofMinutes(10));
            warehouses.add(config.data().warehouses());
        }

        assertThat(warehouses)
                .containsExactlyElementsOf(Stream.concat(
                                Stream.of(10, 20, 40, 80, 160, 320, 640, 800, 900),
                                IntStream.rangeClosed(10, 25).mapToObj(hundreds -> 100 * hundreds))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void each_database_has_what_the_documents_use(String database) throws IOException {
        assertThat(list(CONFIGS.resolve(database)))
                .extracting(path -> path.getFileName().toString())
                .contains(
                        "adversity-5000.xml",
                        "large.xml",
                        "medium.xml",
                        "sample_tpcc_config.xml",
                        "small.xml",
                        "tpcc-saturate.xml",
                        "tpcc-spec.xml");
    }

    /** Compares the tables: BenchBase creates them with these files, Squall by itself, and they must be the same. */
    @ParameterizedTest
    @MethodSource("ddlFiles")
    void a_ddl_file_holds_what_squall_would_do(String file, SqlDialect dialect, SchemaSettings settings)
            throws Exception {
        String wanted = ddl(TpccSchema.of(dialect, settings));
        Path written = Path.of("target", file.replace('/', '-'));
        Files.createDirectories(Path.of("target"));
        Files.writeString(written, wanted);

        assertThat(CONFIGS.resolve(file))
                .describedAs("mend with: cp workloads/%s benchbase-configs/%s", written, file)
                .hasContent(wanted);
    }

    @Test
    void every_ddl_file_is_compared() throws IOException {
        Set<String> compared =
                ddlFiles().map(arguments -> (String) arguments[0]).collect(Collectors.toSet());

        assertThat(named(".sql").map(Path::toString).collect(Collectors.toSet()))
                .isEqualTo(compared);
    }

    static Stream<Path> files() throws IOException {
        return named(".xml");
    }

    static Stream<String> databases() {
        return Stream.of("cockroachdb", "postgres", "yugabytedb");
    }

    static Stream<Object[]> ddlFiles() {
        WarehousePlacement three = new WarehousePlacement.Partitions(3, List.of());
        WarehousePlacement regions = new WarehousePlacement.Regions(List.of("us-east1", "us-west1", "europe-west1"));
        return Stream.of(
                ddl("cockroachdb/ddl/tpcc-5000-partitions.sql", Dialects.COCKROACHDB, 5000, three),
                ddl("cockroachdb/ddl/tpcc-7000-regions.sql", Dialects.COCKROACHDB, 7000, regions),
                ddl("postgres/ddl/tpcc-5000-partitions.sql", Dialects.POSTGRES, 5000, three),
                ddl("yugabytedb/ddl/tpcc.sql", Dialects.YUGABYTEDB, 1, new WarehousePlacement.ByServer()),
                ddl("yugabytedb/ddl/tpcc-5000-partitions.sql", Dialects.YUGABYTEDB, 5000, three),
                ddl("yugabytedb/ddl/tpcc-7000-partitions.sql", Dialects.YUGABYTEDB, 7000, three));
    }

    private static Object[] ddl(String file, SqlDialect dialect, int warehouses, WarehousePlacement placement) {
        return new Object[] {file, dialect, new SchemaSettings(warehouses, placement, true, Optional.empty())};
    }

    private static String ddl(TpccSchema schema) {
        List<TpccTable> backwards = List.of(TpccTable.values()).reversed();
        return Stream.of(
                        backwards.stream().map(table -> "DROP TABLE IF EXISTS " + table.sql() + " CASCADE"),
                        schema.statements().stream(),
                        schema.statementsAfterData().stream())
                .flatMap(statements -> statements)
                .map(statement -> statement + ";\n")
                .collect(Collectors.joining());
    }

    private static Stream<String> paths(String prefix, XmlElement element) {
        return element.children().stream()
                .flatMap(child ->
                        Stream.concat(Stream.of(prefix + child.name()), paths(prefix + child.name() + "/", child)));
    }

    private static Stream<Path> named(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(CONFIGS)) {
            return files
                    .filter(file -> file.toString().endsWith(ending))
                    .map(CONFIGS::relativize)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
