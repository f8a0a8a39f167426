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
import squall.sql.Dialect;
import squall.sql.Dialects;

/** Compares statements with files that were reviewed by eye; those of benchbase-configs are compared where they are shipped. */
class SchemaTest {
    static Stream<Arguments> reviewed() {
        return Stream.of(
                Arguments.of("postgres.sql", Dialects.POSTGRES, new Placement.ByServer()),
                Arguments.of("cockroachdb.sql", Dialects.COCKROACHDB, new Placement.ByServer()),
                Arguments.of("cockroachdb-pieces.sql", Dialects.COCKROACHDB, new Placement.Pieces(4)),
                Arguments.of(
                        "cockroachdb-partitions.sql",
                        Dialects.COCKROACHDB,
                        new Placement.Partitions(3, List.of("a", "b", "c"))),
                Arguments.of("yugabytedb-pieces.sql", Dialects.YUGABYTEDB, new Placement.Pieces(24)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reviewed")
    void tables_are_made_as_reviewed(String file, Dialect dialect, Placement placement) throws IOException {
        Schema schema = Schema.of(dialect, settings(7_000, placement));
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
                .isThrownBy(() ->
                        Schema.of(Dialects.POSTGRES, settings(3, new Placement.Partitions(3, List.of("a", "b", "c")))))
                .withMessage(
                        "dialect postgresql cannot be told to make partitions led by zones; leave that out, or give a"
                                + " script of your own that makes the tables");
    }

    @Test
    void more_parts_than_warehouses_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(2, new Placement.Partitions(3, List.of())))
                .withMessage("2 warehouses cannot be cut into 3 parts: each needs at least one");
    }

    @Test
    void zones_must_be_as_many_as_partitions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Placement.Partitions(3, List.of("a", "b")))
                .withMessage("3 partitions need as many zones, or none: found 2 [a, b]");
    }

    @Test
    void a_region_cannot_smuggle_in_a_statement() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Placement.Regions(List.of("a", "b'; DROP TABLE warehouse; --")))
                .withMessageStartingWith("region 'b'; DROP TABLE warehouse; --' is no name");
    }

    @Test
    void a_script_and_a_placement_exclude_each_other() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new SchemaSettings(10, new Placement.Pieces(2), true, Optional.of(Path.of("own.sql"))))
                .withMessage(
                        "a script of one's own (own.sql) says by itself how tables are spread: leave either it or the"
                                + " placement out");
    }

    @Test
    void cuts_are_about_equal_and_leave_no_gap() {
        Cuts cuts = Cuts.of(10, 3);
        assertThat(Stream.of(0, 1, 2).map(part -> cuts.from(part) + ".." + cuts.to(part)))
                .containsExactly("MINVALUE..4", "4..7", "7..MAXVALUE");
    }

    private static SchemaSettings settings(int warehouses, Placement placement) {
        return new SchemaSettings(warehouses, placement, true, Optional.empty());
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SchemaTest.class.getResourceAsStream(name)) {
            return in == null ? "no file " + name : new String(in.readAllBytes(), UTF_8);
        }
    }
}
