package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.results.RunInfo.Setting;

class ArgumentsTest {
    @Test
    void upstreams_command_line_is_understood() throws CommandException {
        Arguments arguments = parse(
                "load jdbc -P db.properties -P workloada -threads 4 -target 100 -s -p db.url=jdbc:x?a=b -cp x.jar -jvm-args -Xmx64m -load");
        assertThat(arguments)
                .isEqualTo(new Arguments(
                        Arguments.Command.LOAD,
                        "jdbc",
                        List.of("db.properties", "workloada"),
                        Map.of(
                                "threadcount", new Setting("4", "-threads"),
                                "target", new Setting("100", "-target"),
                                "status", new Setting("true", "-s")),
                        Map.of("db.url", new Setting("jdbc:x?a=b", "-p")),
                        "x.jar"));
    }

    @Test
    void long_options_take_their_value_either_way() throws CommandException {
        assertThat(parse("run jdbc --rate 70%max --quiet --existing=append").options())
                .isEqualTo(Map.of(
                        "squall.rate", new Setting("70%max", "--rate"),
                        "squall.quiet", new Setting("true", "--quiet"),
                        "squall.existing", new Setting("append", "--existing")));
    }

    @Test
    void options_may_come_before_the_command() throws CommandException {
        assertThat(parse("-cp x.jar -p recordcount=5 run jdbc"))
                .isEqualTo(new Arguments(
                        Arguments.Command.RUN,
                        "jdbc",
                        List.of(),
                        Map.of(),
                        Map.of("recordcount", new Setting("5", "-p")),
                        "x.jar"));
    }

    @Test
    void blanks_in_a_value_stay() throws CommandException {
        assertThat(Arguments.parse(List.of("run", "jdbc", "-p", "label=a b")).properties())
                .isEqualTo(Map.of("label", new Setting("a b", "-p")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run jdbc -P -P workloada | a file name is missing after -P",
                "run jdbc -threads | a number of threads is missing after -threads",
                "run jdbc -p bad | -p bad: wanted a name, '=' and a value, such as -p recordcount=1000",
                "run jdbc -zzz | unknown option '-zzz'",
                "run jdbc --threads 8 | unknown option '--threads'; did you mean '-threads'?",
                "run jdbc --rat=5 | unknown option '--rat'; did you mean '--rate'?",
                "rum jdbc | unknown command 'rum'; did you mean 'run'?, known are load, run and shell",
                "run jdbc stray | 'stray' is one argument too many: the binding is 'jdbc', a property is set with -p stray=…",
                "-p recordcount=5 | a command is missing: load, run or shell",
                "run | a binding is missing after 'run', known are jdbc, ycql, basic, basicts"
            })
    void a_mistake_is_said_in_one_line(String line, String message) {
        assertThatThrownBy(() -> parse(line))
                .hasMessage(message)
                .satisfies(mistake ->
                        assertThat(((CommandException) mistake).exitCode()).isEqualTo(ExitCode.USAGE));
    }

    private static Arguments parse(String line) throws CommandException {
        return Arguments.parse(List.of(line.split(" ")));
    }
}
