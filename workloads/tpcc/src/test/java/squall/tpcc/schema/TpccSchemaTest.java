package squall.tpcc.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import squall.sql.Dialects;
import squall.sql.SqlDialect;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;
import squall.tpcc.schema.TpccDdl.WarehouseCuts;

/** Comparison of statements with files that were reviewed by eye; those of benchbase-configs are compared where they are shipped. */
class TpccSchemaTest {
    static Stream<Arguments> reviewed() {
        return Stream.of(
                Arguments.of("postgres.sql", Dialects.POSTGRES, new WarehousePlacement.ByServer()),
                Arguments.of("cockroachdb.sql", Dialects.COCKROACHDB, new WarehousePlacement.ByServer()),
                Arguments.of("cockroachdb-pieces.sql", Dialects.COCKROACHDB, new WarehousePlacement.Pieces(4)),
                Arguments.of(
                        "cockroachdb-partitions.sql",
                        Dialects.COCKROACHDB,
                        new WarehousePlacement.Partitions(3, List.of("a", "b", "c"))),
                Arguments.of("yugabytedb-pieces.sql", Dialects.YUGABYTEDB, new WarehousePlacement.Pieces(24)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reviewed")
    void tables_are_made_as_reviewed(String file, SqlDialect dialect, WarehousePlacement placement) throws IOException {
        TpccSchema schema = TpccSchema.of(dialect, settings(7_000, placement));
        String made = Stream.concat(
                        schema.statements().stream(),
                        Stream.concat(Stream.of("-- after the data"), schema.statementsAfterData().stream()))
                .map(statement -> statement.startsWith("--") ? statement + "\n" : statement + ";\n")
                .reduce("", String::concat);
        assertThat(made).isEqualTo(resource(file));
    }

    @Test
    void one_server_has_no_zones_to_lead_partitions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TpccSchema.of(
                        Dialects.POSTGRES, settings(3, new WarehousePlacement.Partitions(3, List.of("a", "b", "c")))))
                .withMessage(
                        "dialect postgresql does not support partitions led by zones; omit it, or give your own script that creates the tables");
    }

    @Test
    void more_parts_than_warehouses_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(2, new WarehousePlacement.Partitions(3, List.of())))
                .withMessage("2 warehouses cannot be split into 3 parts: each needs at least one");
    }

    @Test
    void zones_must_be_as_many_as_partitions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WarehousePlacement.Partitions(3, List.of("a", "b")))
                .withMessage("3 partitions need as many zones, or none: found 2 [a, b]");
    }

    @Test
    void a_region_cannot_smuggle_in_a_statement() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WarehousePlacement.Regions(List.of("a", "b'; DROP TABLE warehouse; --")))
                .withMessageStartingWith("region 'b'; DROP TABLE warehouse; --' is not a valid name");
    }

    @Test
    void a_script_and_a_placement_exclude_each_other() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new SchemaSettings(10, new WarehousePlacement.Pieces(2), true, Optional.of(Path.of("own.sql"))))
                .withMessage(
                        "your own script (own.sql) already defines the placement of the tables: omit either the script or the placement");
    }

    @Test
    void cuts_are_about_equal_and_leave_no_gap() {
        WarehouseCuts cuts = WarehouseCuts.of(10, 3);
        assertThat(Stream.of(0, 1, 2).map(part -> cuts.from(part) + ".." + cuts.to(part)))
                .containsExactly("MINVALUE..4", "4..7", "7..MAXVALUE");
    }

    private static SchemaSettings settings(int warehouses, WarehousePlacement placement) {
        return new SchemaSettings(warehouses, placement, true, Optional.empty());
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = TpccSchemaTest.class.getResourceAsStream(name)) {
            return in == null ? "no file " + name : new String(in.readAllBytes(), UTF_8);
        }
    }
}
