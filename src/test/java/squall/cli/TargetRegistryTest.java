package squall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.system.CommandException;
import squall.system.ExitCode;

class TargetRegistryTest {
    private static final Target TARGET = new Target("pond", "pond://1", "", "", Map.of());

    @Test
    void a_target_is_made_ready_by_its_kind() throws Exception {
        List<String> said = new ArrayList<>();

        var found = targets().up("pond", "the pond", said::add);

        assertThat(found).contains(TARGET);
        assertThat(said).containsExactly("starting a pond");
    }

    @Test
    void a_kind_that_is_not_there_is_none() throws Exception {
        assertThat(targets().up("sea", "the sea", line -> {})).isEmpty();
        assertThat(targets().kinds()).containsExactly("desert", "pond");
    }

    @Test
    void one_that_does_not_start_is_an_unusable_environment_under_the_name_that_the_user_knows() {
        assertThatThrownBy(() -> targets().up("desert", "the lake", line -> {}))
                .isInstanceOfSatisfying(CommandException.class, failure -> {
                    assertThat(failure).hasMessage("the lake did not start: no water");
                    assertThat(failure.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
                });
    }

    /** Covers an old omission: the embedded database stayed up after a command, and nothing said so. */
    @Test
    void a_database_that_stays_up_is_announced_with_the_command_that_ends_it() throws Exception {
        List<String> said = new ArrayList<>();

        targets().embedded("pond", "--url", said::add);

        assertThat(said)
                .containsExactly(
                        "starting a pond",
                        "embedded database at pond://1 (--url names another); it stays up: bin/testbed down pond");
    }

    /** Covers an old error: "it stays up" stood before the run, and a screen further down nothing was left of it. */
    @Test
    void what_stays_up_is_the_last_line_of_the_command_once() {
        List<String> said = new ArrayList<>();

        try (StartMessages.RepeatedMessages start = new StartMessages.RepeatedMessages(said::add)) {
            targets().announce("pond://1", "pond", Map.of("name", "mine"), start);
            targets().announce("pond://1", "pond", Map.of("name", "mine"), start);
            targets().announce("desert://1", "desert", Map.of(), start);
            said.clear();
            said.add("complete after 4.0 s");
        }

        assertThat(said).containsExactly("complete after 4.0 s", "pond stays up: bin/testbed down pond --name mine");
    }

    /** Covers an old error: a server that was killed during the command "stays up". */
    @Test
    void a_database_that_has_ended_by_then_is_down() {
        assertThat(lastLine(() -> false))
                .isEqualTo("pond is down: bin/testbed up pond starts it, bin/testbed reset pond removes it");
    }

    @Test
    void a_database_whose_state_is_not_known_may_be_up() {
        assertThat(lastLine(() -> {
                    throw new IOException("pond.pid cannot be read");
                }))
                .isEqualTo("pond may be up: bin/testbed down pond");
    }

    private static String lastLine(RemainingDatabase.RunCheck running) {
        List<String> said = new ArrayList<>();
        try (StartMessages.RepeatedMessages start = new StartMessages.RepeatedMessages(said::add)) {
            new TargetRegistry(List.of(new Made("pond", true, running))).announce("pond://1", "pond", Map.of(), start);
        }
        return said.getLast();
    }

    @Test
    void a_target_that_does_not_stay_up_is_announced_without_a_command() {
        List<String> said = new ArrayList<>();

        targets().announce("desert://1", "desert", Map.of(), said::add);
        targets().announce("sea://1", "sea", Map.of(), said::add);

        assertThat(said).containsExactly("desert://1", "sea://1");
    }

    @Test
    void without_providers_there_are_no_kinds() {
        assertThat(TargetRegistry.load().kinds()).isEmpty();
    }

    private static TargetRegistry targets() {
        return new TargetRegistry(List.of(new Made("desert", false, () -> true), new Made("pond", true, () -> true)));
    }

    /** Provider of a made-up kind. @param running whether its target runs */
    private record Made(String kind, boolean starts, RemainingDatabase.RunCheck running) implements TargetProvider {
        @Override
        public Target up(Options options, Consumer<String> say) throws IOException {
            if (!starts) {
                throw new IOException("no water");
            }
            say.accept("starting a " + kind);
            return TARGET;
        }

        @Override
        public boolean runs(Options options) throws IOException, InterruptedException {
            return running.runs();
        }

        @Override
        public Optional<String> commandsWhenDown(Options options) {
            return Optional.of("bin/testbed up pond starts it, bin/testbed reset pond removes it");
        }

        @Override
        public Optional<String> downCommand(Options options) {
            String name = options.text("name", "");
            return starts
                    ? Optional.of("bin/testbed down " + kind + (name.isEmpty() ? "" : " --name " + name))
                    : Optional.empty();
        }
    }
}
