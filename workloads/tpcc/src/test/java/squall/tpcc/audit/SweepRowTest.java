package squall.tpcc.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SweepRowTest {
    private static final String HEADING =
            "WH,tpmC,EFC (%),avg (ms),p50 (ms),p90 (ms),p95 (ms),p99 (ms),pMax (ms),pass,errors";

    @Test
    void the_nine_columns_come_in_the_order_of_the_thesis() {
        assertThat(new TpccHeadline.SweepRow(
                                1700,
                                10754.0,
                                new TpccHeadline.LatencyMilliseconds(
                                        18735.3, 13421.8, 42949.7, 60129.5, 103079.2, 103079.2),
                                Optional.of(false),
                                12)
                        .csv())
                .containsExactly(HEADING, "1700,10754.0,49.2,18735.3,13421.8,42949.7,60129.5,103079.2,103079.2,no,12");
    }

    @Test
    void without_waits_a_sweep_has_neither_an_efficiency_nor_a_pass() {
        assertThat(TpccHeadline.of(1, false, Figuring.window(60, 2000, 2000, 200, 200, 200))
                        .row()
                        .csv())
                .containsExactly(HEADING, "1,2000.0,,22.0,20.0,20.0,40.0,40.0,40.0,,0");
    }

    @Test
    void a_latency_that_was_not_measured_is_empty() {
        double none = Double.NaN;
        assertThat(new TpccHeadline.SweepRow(
                                10,
                                0,
                                new TpccHeadline.LatencyMilliseconds(none, none, none, none, none, none),
                                Optional.of(true),
                                0)
                        .csv())
                .containsExactly(HEADING, "10,0.0,0.0,,,,,,,yes,0");
    }
}
