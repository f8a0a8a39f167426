package squall.tpcc.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Fed with published figures of a sweep, the table prints the published cells. */
class SweepTableTest {
    private static final SweepRow TEN =
            new SweepRow(10, 123.4, new Milliseconds(26.9, 22.0, 46.1, 60.8, 96.5, 142.6), true, 0);
    private static final SweepRow KNEE =
            new SweepRow(1500, 17581.1, new Milliseconds(1057.9, 906.0, 1744.4, 2281.7, 4160.7, 26843.5), true, 0);
    private static final SweepRow COLLAPSED = new SweepRow(
            1700, 10754.0, new Milliseconds(18735.3, 13421.8, 42949.7, 60129.5, 103079.2, 103079.2), false, 12);

    @Test
    void the_nine_columns_come_in_the_order_of_the_thesis() {
        assertThat(new SweepTable(List.of(COLLAPSED, TEN, KNEE)).csv()).isEqualTo("""
                WH,tpmC,EFC (%),avg (ms),p50 (ms),p90 (ms),p95 (ms),p99 (ms),pMax (ms),pass,errors
                10,123.4,96.0,26.9,22.0,46.1,60.8,96.5,142.6,yes,0
                1500,17581.1,91.1,1057.9,906.0,1744.4,2281.7,4160.7,26843.5,yes,0
                1700,10754.0,49.2,18735.3,13421.8,42949.7,60129.5,103079.2,103079.2,no,12
                """);
    }

    @Test
    void the_knee_is_the_last_step_that_passed() {
        assertThat(new SweepTable(List.of(TEN, KNEE, COLLAPSED)).knee()).contains(KNEE);
        assertThat(new SweepTable(List.of(TEN, KNEE)).markdown()).isEqualTo("""
                | WH | tpmC | EFC (%) | avg (ms) | p50 (ms) | p90 (ms) | p95 (ms) | p99 (ms) | pMax (ms) | pass | errors |
                |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                | 10 | 123.4 | 96.0 | 26.9 | 22.0 | 46.1 | 60.8 | 96.5 | 142.6 | yes | 0 |
                | 1500 | 17581.1 | 91.1 | 1057.9 | 906.0 | 1744.4 | 2281.7 | 4160.7 | 26843.5 | yes | 0 |

                The knee is at 1500 warehouses: the last step with at least 85 % of 12.86 tpmC a warehouse and each 90th percentile within its limit.
                """);
    }

    @Test
    void where_no_step_passed_there_is_no_knee() {
        assertThat(new SweepTable(List.of(COLLAPSED)).markdown()).endsWith("\nNo step passed.\n");
    }
}
