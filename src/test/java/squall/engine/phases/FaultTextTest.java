package squall.engine.phases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FaultTextTest {
    private static final String PAUSE = "pause (standing in for diskStall)";

    @Test
    void a_phase_named_after_a_fault_says_which_other_one_stood_in_for_it() {
        assertThat(FaultText.label("disk-stalls/diskStall#1", List.of(PAUSE)))
                .isEqualTo("disk-stalls/diskStall#1 (pause standing in for diskStall)");
        assertThat(FaultText.label("disk-stalls", List.of("slowDisk {each=20ms} (standing in for diskStall)", PAUSE)))
                .isEqualTo("disk-stalls (slowDisk standing in for diskStall, pause standing in for diskStall)");
        assertThat(FaultText.label("disk-stalls", List.of("pause, standing in for diskStall")))
                .isEqualTo("disk-stalls (pause standing in for diskStall)"); // as older run directories have it
        assertThat(FaultText.label("kill", List.of("kill {signal=KILL}"))).isEqualTo("kill");
    }

    @Test
    void several_injections_are_told_in_one_line() {
        assertThat(FaultText.brief(List.of(
                        new FaultText("kill {signal=KILL}", "n1 (zone a, primary)"),
                        new FaultText("kill {signal=KILL}", "n3 (zone c, replica)"),
                        new FaultText("kill {signal=KILL}", "n3 (zone c, replica)"),
                        new FaultText(PAUSE, "n1 (zone a), n2 (zone b)"))))
                .isEqualTo("3 × kill {signal=KILL} of n1 (primary); n3 (replica) + " + PAUSE + " of n1, n2");
    }

    @Test
    void a_zone_is_not_called_a_zone_twice() {
        assertThat(new FaultText("kill", "n1 (zone zone1, primary), n2 (zone b)").shown())
                .isEqualTo("kill of n1 (zone1, primary), n2 (zone b)");
    }

    @Test
    void what_has_no_target_has_none_and_no_fault_is_nothing() {
        assertThat(FaultText.brief(List.of(new FaultText("backup", "the cluster"))))
                .isEqualTo("backup");
        assertThat(FaultText.brief(List.of(new FaultText("none", "")))).isEmpty();
    }
}
