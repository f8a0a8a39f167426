package squall.engine.phases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.InjectionState;

class FaultTextTest {
    private static final String PAUSE = "pause (standing in for diskStall)";

    @Test
    void a_phase_named_after_a_fault_says_which_other_one_stood_in_for_it() {
        InjectionRecord pause = standIn("pause");
        assertThat(FaultText.label("disk-stalls/diskStall#1", List.of(pause, pause)))
                .isEqualTo("disk-stalls/diskStall#1 (pause standing in for diskStall)");
        assertThat(FaultText.label("disk-stalls", List.of(standIn("slowDisk"), pause)))
                .isEqualTo("disk-stalls (slowDisk standing in for diskStall, pause standing in for diskStall)");
        assertThat(FaultText.label("kill", List.of(injection("kill", Optional.empty()))))
                .isEqualTo("kill");
    }

    @Test
    void the_name_in_a_label_is_that_of_the_phase() {
        List<InjectionRecord> pause = List.of(standIn("pause"));
        assertThat(FaultText.name(FaultText.label("disk-stalls", pause), pause)).isEqualTo("disk-stalls");
        assertThat(FaultText.name("disk-stalls", List.of(injection("diskStall", Optional.empty()))))
                .isEqualTo("disk-stalls");
    }

    private static InjectionRecord standIn(String kind) {
        return injection(kind, Optional.of("diskStall"));
    }

    private static InjectionRecord injection(String kind, Optional<String> standsInFor) {
        OptionalLong never = OptionalLong.empty();
        return new InjectionRecord(
                "stall",
                kind,
                standsInFor,
                kind + " {each=20ms}",
                "n1",
                InjectionState.IN_EFFECT,
                "",
                never,
                never,
                never,
                never,
                never,
                never,
                never);
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
