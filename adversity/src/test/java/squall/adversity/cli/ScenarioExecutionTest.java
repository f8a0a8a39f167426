package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.scenario.Scenario;
import squall.system.CommandException;
import squall.system.ExitCode;

/** Test of when the repetitions of a scenario end, and of their exit code. */
class ScenarioExecutionTest {
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

    /** Covers an old error: a run that could not begin ended with 5, although one before it had lost data. */
    @Test
    void a_run_that_cannot_begin_does_not_hide_lost_data() throws Exception {
        Deque<ExitCode> left = new ArrayDeque<>(List.of(ExitCode.DATA));
        ScenarioExecution execution = (at, collector) -> {
            if (left.isEmpty()) {
                throw new IOException("no node serves");
            }
            return left.removeFirst();
        };

        assertThatThrownBy(() -> execution.repeated(scenario(), 3))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.DATA))
                .hasMessage("no node serves; an earlier run ended with 4");
    }

    @Test
    void a_first_run_that_cannot_begin_fails_as_it_would_alone() throws Exception {
        ScenarioExecution execution = (at, collector) -> {
            throw new IOException("no node serves");
        };

        assertThatThrownBy(() -> execution.repeated(scenario(), 3))
                .isInstanceOf(IOException.class)
                .hasMessage("no node serves");
    }

    private static Scenario scenario() throws IOException {
        return new ScenarioFinder(Map.of()).read("pause", "full");
    }

    private ExitCode execute(ExitCode... codes) throws Exception {
        Deque<ExitCode> left = new ArrayDeque<>(List.of(codes));
        ScenarioExecution execution = (at, collector) -> {
            seeds.add(at.rules().seed());
            return left.removeFirst();
        };
        return execution.repeated(scenario(), codes.length);
    }
}
