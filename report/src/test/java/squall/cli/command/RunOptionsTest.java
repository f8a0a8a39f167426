package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import squall.cli.progress.ProgressMode;
import squall.engine.schedule.StopRule;
import squall.spi.Options;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.ErrorBudget;

class RunOptionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "error-budget | 101% | --error-budget must be a share such as 0, 0.001 or 0.1%, not '101%'",
                "abort-on     | soon | --abort-on must be a comma list of no-success:30s, error-share:0.5 and errors:1000, not 'soon'",
                "seed         | 1.5  | --seed must be a whole number, not '1.5'",
                "progress     | loud | --progress must be one of auto, tty, plain, json, none, not 'loud'",
            })
    void a_value_that_cannot_be_read_is_refused_with_what_is_wanted(String name, String typed, String message) {
        RunOption<?> option = RunOptions.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();

        assertThatThrownBy(() -> new RunOptions(Map.of(name, typed)).get(option))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessage(message);
    }

    @Test
    void options_that_were_not_given_have_their_defaults() throws CommandException {
        RunOptions none = parsed();

        assertThat(none.given()).isEmpty();
        assertThat(none.get(RunOptions.ERROR_BUDGET)).isEqualTo(ErrorBudget.NONE);
        assertThat(none.get(RunOptions.PROGRESS)).isEqualTo(ProgressMode.AUTO);
        assertThat(none.verify()).isTrue();
    }

    @Test
    void options_that_picocli_parses_are_read_as_those_of_other_commands() throws CommandException {
        RunOptions options =
                parsed("--no-verify", "--abort-on", "errors:3", "--tag", "a", "--tag=b=1", "--progress=PLAIN");

        assertThat(options.verify()).isFalse();
        assertThat(options.stopRules()).containsExactly(new StopRule.Errors(3));
        assertThat(options.get(RunOptions.TAG)).isEqualTo("a,b=1");
        assertThat(options.get(RunOptions.PROGRESS)).isEqualTo(ProgressMode.PLAIN);
    }

    @Test
    void the_help_has_the_text_of_each_option() {
        String help = RunOptionParser.add(new CommandLine(CommandSpec.create()), RunOptions.ALL)
                .setUsageHelpWidth(200)
                .getUsageMessage();

        assertThat(help)
                .contains("Share of the operations that may fail after retries: 0, 0.001 or 0.1% (default: 0).");
        assertThat(RunOptions.ALL).allSatisfy(option -> assertThat(help).contains(option.option()));
    }

    @Test
    void a_drawn_seed_is_in_the_command_that_does_the_same_again_and_a_given_one_is_there_already() {
        RunSeed drawn = RunSeed.of(Optional.empty(), ClientSettings.SINGLE);
        RunSeed given = RunSeed.of(Optional.of(7L), ClientSettings.SINGLE);

        assertThat(drawn.reproduce("bin/kv", List.of("run"), "--seed"))
                .containsExactly("bin/kv", "run", "--seed=" + drawn.value());
        assertThat(given.reproduce("bin/kv", List.of("run", "--seed=7"), "--seed"))
                .containsExactly("bin/kv", "run", "--seed=7");
    }

    @Test
    void numbers_say_their_default_and_what_they_must_be() throws CommandException {
        RunOption<Integer> rows = RunOption.integer("rows", "Rows of a statement", 1, 1, 100);
        RunOption<Double> rate = RunOption.number("rate", "Operations", 0, "a rate", found -> found >= 0);

        assertThat(rows.text()).isEqualTo("Rows of a statement (default: 1)");
        assertThat(rate.text()).isEqualTo("Operations (default: 0)");
        assertThat(new RunOptions(Map.of("rows", " 7 ")).get(rows)).isEqualTo(7);
        assertThatThrownBy(() -> new RunOptions(Map.of("rows", "101")).get(rows))
                .hasMessage("--rows must be a whole number in [1, 100], not '101'");
        assertThatThrownBy(() -> new RunOptions(Map.of("rate", "NaN")).get(rate))
                .hasMessage("--rate must be a rate, not 'NaN'");
    }

    @Test
    void a_workload_under_another_command_has_its_own_options_and_the_statement_timeout() {
        Options options = new Options("load", Map.of("rows", "7", "statementTimeout", "3s"));

        assertThat(workload(options).given()).isEqualTo(Map.of("rows", "7"));
        assertThatThrownBy(() -> workload(options.with(Map.of("rate", "5"))))
                .hasMessage("load: option 'rate' is set by the command that drives the load: omit it");
        assertThatThrownBy(() -> workload(options.with(Map.of("seed", "5"))))
                .hasMessage("load: option 'seed' is set by the command that drives the load: omit it");
        assertThatThrownBy(() -> workload(options.with(Map.of("rosw", "5"))))
                .hasMessage("load: unknown option 'rosw'; did you mean 'rows'?");
    }

    private static RunOptions workload(Options options) {
        return RunOptions.of(options, List.of("rows"), List.of("rate"));
    }

    private static RunOptions parsed(String... words) {
        CommandLine line = RunOptionParser.add(new CommandLine(CommandSpec.create()), RunOptions.ALL);
        line.parseArgs(words);
        return RunOptionParser.parsed(line.getCommandSpec());
    }
}
