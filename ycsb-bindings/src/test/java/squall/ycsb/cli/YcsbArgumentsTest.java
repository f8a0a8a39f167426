package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.results.RunInfo.Setting;
import squall.system.CommandException;
import squall.system.ExitCode;

class YcsbArgumentsTest {
    @Test
    void upstreams_command_line_is_understood() throws CommandException {
        YcsbArguments arguments = parse(
                "load jdbc -P db.properties -P workloada -threads 4 -target 100 -s -p db.url=jdbc:x?a=b -cp x.jar -jvm-args -Xmx64m -load");
        assertThat(arguments)
                .isEqualTo(new YcsbArguments(
                        YcsbArguments.Command.LOAD,
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
    void tags_are_collected_where_other_options_are_replaced() throws CommandException {
        assertThat(parse("run jdbc --tag nightly --seed 1 --tag=release=25.4 --seed 2")
                        .options())
                .isEqualTo(Map.of(
                        "squall.tag", new Setting("nightly,release=25.4", "--tag"),
                        "squall.seed", new Setting("2", "--seed")));
    }

    @Test
    void options_may_come_before_the_command() throws CommandException {
        assertThat(parse("-cp x.jar -p recordcount=5 run jdbc"))
                .isEqualTo(new YcsbArguments(
                        YcsbArguments.Command.RUN,
                        "jdbc",
                        List.of(),
                        Map.of(),
                        Map.of("recordcount", new Setting("5", "-p")),
                        "x.jar"));
    }

    @Test
    void blanks_in_a_value_stay() throws CommandException {
        assertThat(YcsbArguments.parse(List.of("run", "jdbc", "-p", "label=a b"))
                        .properties())
                .isEqualTo(Map.of("label", new Setting("a b", "-p")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run jdbc -P -P workloada | a file name is missing after -P",
                "run jdbc -threads | a number of threads is missing after -threads",
                "run jdbc -p bad | -p bad: expected a name, '=' and a value, such as -p recordcount=1000",
                "run jdbc -zzz | unknown option '-zzz'",
                "run jdbc --threads 8 | unknown option '--threads'; did you mean '-threads'?",
                "run jdbc --rat=5 | unknown option '--rat'; did you mean '--rate'?",
                "rum jdbc | unknown command 'rum' (known: load, run, shell); did you mean 'run'?",
                "run jdbc stray | 'stray' is an extra argument: the binding is already 'jdbc', set a property with -p stray=…",
                "-p recordcount=5 | the command is missing: load, run or shell",
                "run | the binding is missing after 'run', known are jdbc, ycql, basic, basicts"
            })
    void a_mistake_is_said_in_one_line(String line, String message) {
        assertThatThrownBy(() -> parse(line))
                .hasMessage(message)
                .satisfies(mistake ->
                        assertThat(((CommandException) mistake).exitCode()).isEqualTo(ExitCode.USAGE));
    }

    private static YcsbArguments parse(String line) throws CommandException {
        return YcsbArguments.parse(List.of(line.split(" ")));
    }
}
