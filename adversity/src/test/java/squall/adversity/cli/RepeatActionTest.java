package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.scenario.Scenario;
import squall.system.ExitCode;

/** Test of when the repetitions of a scenario end, and of their exit code. */
class RepeatActionTest {
    private final List<Long> seeds = new ArrayList<>();

    @Test
    void each_run_has_the_next_seed_and_the_worst_code_is_that_of_all() throws Exception {
        assertThat(execute(ExitCode.OK, ExitCode.EXPECTATION, ExitCode.OK)).isEqualTo(ExitCode.EXPECTATION);
        assertThat(seeds).containsExactly(42L, 43L, 44L);
    }

    /** Covers an old error: after a run that lost data (4, worse than 5) neither Ctrl-C nor a cluster that is gone ended the others. */
    @ParameterizedTest
    @EnumSource(
            value = ExitCode.class,
            names = {"UNREACHABLE", "INTERRUPTED", "TERMINATED", "NOT_HEALED", "USAGE", "INTERNAL_ERROR"})
    void a_run_after_which_none_is_of_use_is_the_last_whatever_was_before(ExitCode last) throws Exception {
        ExitCode code = execute(ExitCode.DATA, last, ExitCode.OK);

        assertThat(seeds).containsExactly(42L, 43L);
        assertThat(code).isEqualTo(ExitCode.worst(List.of(ExitCode.DATA, last)));
    }

    private ExitCode execute(ExitCode... codes) throws Exception {
        Deque<ExitCode> left = new ArrayDeque<>(List.of(codes));
        Scenario scenario = new ScenarioFinder(Map.of()).read("pause", "full");
        return new RepeatAction(scenario, codes.length, (at, collector) -> {
                    seeds.add(at.rules().seed());
                    return left.removeFirst();
                })
                .execute();
    }
}
