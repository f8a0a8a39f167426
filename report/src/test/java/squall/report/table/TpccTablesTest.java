package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.report.format.TableFormat;
import squall.report.table.TpccRun.TpccScale;
import squall.report.table.TpccRun.TpccSweep;
import squall.table.Table;
import squall.table.TableCell;

class TpccTablesTest {
    private static final Published SWEEP = Published.of("thesis-stress");
    private static final Published SCALE = Published.of("thesis-scale-out");

    @Test
    void the_sweep_of_the_thesis_is_printed_as_it_was() {
        Table table = TpccSweep.table(
                SWEEP.rows().reversed().stream().map(TpccTablesTest::step).toList());

        assertThat(SWEEP.texts(table)).isEqualTo(SWEEP.texts());
    }

    @Test
    void the_first_step_that_does_not_keep_up_is_marked_and_no_other() {
        Table table =
                TpccSweep.table(SWEEP.rows().stream().map(TpccTablesTest::step).toList());

        assertThat(remarked(table))
                .containsExactly("1600,16088.2,78.2,4299.1,1275.1,12348.0,20401.1,47244.6,103079.2,first saturated");
    }

    @Test
    void ten_times_the_latency_of_the_step_before_is_saturation_at_any_efficiency() {
        assertThat(remarked(TpccSweep.table(List.of(step(10, 128, 20), step(20, 256, 199), step(30, 384, 1990)))))
                .containsExactly("30,384.0,99.5,1990.0,1990.0,1990.0,1990.0,1990.0,1990.0,first saturated");
    }

    @Test
    void without_waits_a_run_is_not_comparable_has_no_efficiency_and_the_note_says_why() {
        Table table = TpccSweep.table(List.of(step(140, 39_715, 12)));

        assertThat(remarked(table)).containsExactly("140,39715.0,,12.0,12.0,12.0,12.0,12.0,12.0,not comparable");
        assertThat(table.notes())
                .startsWith(
                        "efc_pct = 100 x tpmC / (12.86 x wh); by the 12.605 of a card deck it is 2.0 % larger. tpmC is"
                                + " unaudited.")
                .endsWith(
                        "Not comparable: without keying and think times (if not recorded: above 101 % efficiency); that is no"
                                + " TPC-C.");
    }

    /** Covers an old error: a run without waits at 62 % was given its efficiency and marked as first saturated. */
    @Test
    void a_run_recorded_without_waits_is_not_comparable_at_any_efficiency() {
        assertThat(remarked(TpccSweep.table(List.of(recorded(false)))))
                .containsExactly("10,80.0,,5.0,5.0,5.0,5.0,5.0,5.0,not comparable");
        assertThat(remarked(TpccSweep.table(List.of(recorded(true)))))
                .containsExactly("10,80.0,62.2,5.0,5.0,5.0,5.0,5.0,5.0,first saturated");
    }

    @Test
    void scaling_out_is_printed_as_in_the_thesis() {
        Table table =
                TpccScale.table(SCALE.rows().stream().map(TpccTablesTest::cell).toList());

        assertThat(SCALE.texts(table)).isEqualTo(SCALE.texts());
        assertThat(remarked(table)).containsExactly("1100,3,11345,80.2,3957,first saturated");
    }

    @Test
    void without_waits_a_size_has_no_efficiency() {
        assertThat(csv(TpccScale.table(List.of(size("small", 1, 2_000, 64)))))
                .containsExactly("1,small,2000,,64,not comparable");
    }

    @Test
    void each_size_is_saturated_by_itself_and_sizes_keep_their_order() {
        Table table = TpccScale.table(List.of(
                size("small", 1100, 2896, 54_343),
                size("medium", 1100, 11_345, 3957),
                size("large", 1100, 13_455, 97),
                size("small", 100, 1218, 64)));

        assertThat(csv(table))
                .containsExactly(
                        "100,small,1218,94.7,64,",
                        "1100,small,2896,20.5,54343,first saturated",
                        "1100,medium,11345,80.2,3957,first saturated",
                        "1100,large,13455,95.1,97,");
    }

    private static List<String> remarked(Table table) {
        return csv(table).stream().filter(line -> !line.endsWith(",")).toList();
    }

    private static List<String> csv(Table table) {
        List<String> lines = TableFormat.CSV.lines(List.of(table));
        return lines.subList(1, lines.size());
    }

    private static TpccRun step(Map<String, TableCell> row) {
        return new TpccRun(
                "",
                (long) Published.number(row, "wh"),
                Published.number(row, "tpmC"),
                Stream.of("avg_ms", "p50_ms", "p90_ms", "p95_ms", "p99_ms", "pmax_ms")
                        .map(column -> Published.number(row, column))
                        .toList(),
                Optional.empty());
    }

    private static TpccRun step(long warehouses, double tpmC, double milliseconds) {
        return new TpccRun("", warehouses, tpmC, Collections.nCopies(6, milliseconds), Optional.empty());
    }

    private static TpccRun recorded(boolean waits) {
        return new TpccRun("", 10, 80, Collections.nCopies(6, 5.0), Optional.of(waits));
    }

    private static TpccRun cell(Map<String, TableCell> row) {
        return size(
                Published.text(row, "nodes"),
                (long) Published.number(row, "wh"),
                Published.number(row, "tpmC"),
                Published.number(row, "avg_ms"));
    }

    private static TpccRun size(String size, long warehouses, double tpmC, double meanMs) {
        return new TpccRun(size, warehouses, tpmC, List.of(meanMs), Optional.empty());
    }
}
