package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.dist.Installation.Result;

class LauncherTest {
    private static final String NEEDED =
            "squall: a JDK 21 or newer is needed, %s: apt-get install openjdk-21-jdk (Debian 13, Ubuntu 24.04; elsewhere"
                    + " https://adoptium.net), or set JAVA_HOME to one%n";

    private static final String C1_ALONE = "-XX:TieredStopAtLevel=1\n";
    /** A flag of every command that puts load on a database, and of no other. */
    private static final String MEASURED = "-XX:+PerfDisableSharedMem\n";

    @TempDir
    Path temp;

    @Test
    void arguments_pass_untouched() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");

        Result result = squall.run("ycsb", "load", "jdbc", "-p", "label=a  b", "", "*", "$HOME", "-p", "-cp", "a\nb");

        assertThat(afterMain(result))
                .containsExactly("load", "jdbc", "-p", "label=a  b", "", "*", "$HOME", "-p", "-cp", "a", "b");
    }

    @Test
    void a_path_with_spaces_is_one_path() throws Exception {
        var squall = Installation.in(temp.resolve("my own squall"));
        Path jdk = squall.jdk("usr/lib/jvm/jdk 25", "25.0.3");

        List<String> lines = squall.run("ycsb", "run", "jdbc").out().lines().toList();

        assertThat(lines)
                .startsWith(jdk.resolve("bin/java").toString())
                .containsSequence(
                        "-cp", squall.folder() + "/lib/squall.jar", "squall.ycsb.cli.YcsbCommand", "run", "jdbc")
                .contains("-Dsquall.home=" + squall.folder());
    }

    @Test
    void a_chain_of_links_leads_home() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        Path near = Files.createSymbolicLink(squall.folder().resolve("bin/alias"), Path.of("ycsb"));
        Path far = Files.createSymbolicLink(temp.resolve("y c s b"), near);

        assertThat(squall.run(Map.of(), far).out()).contains("-Dsquall.home=" + squall.folder() + "\n");
    }

    @Test
    void java_home_wins_over_a_newer_jdk() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/26", "26");
        Path chosen = squall.jdk("mine", "21.0.1");

        assertThat(javaOf(squall, Map.of("JAVA_HOME", chosen.toString()))).isEqualTo(chosen.resolve("bin/java"));
    }

    @Test
    void a_java_home_that_is_too_old_is_passed_over_for_the_newest_jdk() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/a", "21.0.1");
        Path newest = squall.jdk("home/.sdkman/candidates/java/25.0.1-tem", "25.0.1");
        squall.jdk("usr/lib/jvm/c", "1.8.0_402");
        Path old = squall.jdk("usr/lib/jvm/d", "17.0.15");

        assertThat(javaOf(squall, Map.of("JAVA_HOME", old.toString()))).isEqualTo(newest.resolve("bin/java"));
    }

    @Test
    void a_jdk_on_the_path_is_found_behind_its_link() throws Exception {
        var squall = squall();
        Path jdk = squall.jdk("elsewhere/jdk", "25.0.3");
        Path tools = Files.createDirectories(temp.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("java"), jdk.resolve("bin/java"));

        assertThat(javaOf(squall, Map.of("PATH", tools + ":/usr/bin:/bin"))).isEqualTo(jdk.resolve("bin/java"));
    }

    @Test
    void without_a_jdk_one_line_says_what_was_found_and_what_to_install() throws Exception {
        var squall = squall();
        Path old = squall.jdk("usr/lib/jvm/java-17", "17.0.15");

        Result result =
                squall.run(Map.of("PATH", withoutJava()), squall.folder().resolve("bin/ycsb"), "load", "jdbc");

        assertThat(result).isEqualTo(new Result(5, "", NEEDED.formatted("found only Java 17 in " + old)));
    }

    @Test
    void without_any_java_it_says_that_none_was_found() throws Exception {
        var squall = squall();

        Result result =
                squall.run(Map.of("PATH", withoutJava()), squall.folder().resolve("bin/testbed"));

        assertThat(result).isEqualTo(new Result(5, "", NEEDED.formatted("found none")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-jvm-args=-Xmx64m -Dlabel='a b'", "-jvm-args|-Xmx64m -Dlabel='a b'"})
    void jvm_arguments_are_split_like_a_shell_does_in_both_forms(String form) throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        String[] arguments = ("load|jdbc|" + form).split("\\|", -1);

        Result result = squall.run("ycsb", arguments);

        assertThat(result.out().lines()).containsSequence("-Xmx64m", "-Dlabel=a b", "-cp");
        assertThat(afterMain(result)).containsExactly(arguments);
    }

    @Test
    void a_jvm_argument_that_is_missing_is_a_usage_error() throws Exception {
        assertThat(squall().run("ycsb", "load", "jdbc", "-jvm-args"))
                .isEqualTo(new Result(2, "", "squall: a value is missing after -jvm-args\n"));
    }

    @Test
    void a_quote_that_is_not_closed_is_a_usage_error() throws Exception {
        assertThat(squall().run("ycsb", "load", "jdbc", "-jvm-args=-Dlabel='a b"))
                .isEqualTo(new Result(2, "", "squall: the value of -jvm-args has a quote that is not closed\n"));
    }

    @Test
    void a_class_path_goes_before_our_own() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");

        Result result = squall.run("ycsb", "-cp", "/my jars/a.jar:/b", "load", "basic");

        assertThat(result.out().lines())
                .containsSequence("-cp", "/my jars/a.jar:/b:" + squall.folder() + "/lib/squall.jar");
        // The command checks the places, and keeps them for whoever does it again.
        assertThat(afterMain(result)).containsExactly("-cp", "/my jars/a.jar:/b", "load", "basic");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cp|/my jars/a.jar", "-cp=/my jars/a.jar", "--cp|/my jars/a.jar"})
    void sample_apps_take_applications_of_a_teams_own(String form) throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        String[] arguments = (form + "|--workload|Seats").split("\\|", -1);

        Result result = squall.run("sample-apps", arguments);

        assertThat(result.out().lines())
                .containsSequence("-cp", "/my jars/a.jar:" + squall.folder() + "/lib/squall.jar")
                .endsWith(arguments);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "benchbase|-b|tpcc|-cp|/my jars/a.jar|--driver|a.Driver",
                "benchbase|-cp=/my jars/a.jar|-b|tpcc",
                "adversity|run|x|--cp=/my jars/a.jar",
                "adversity|heal|-cp|/my jars/a.jar",
            })
    void every_command_that_speaks_sql_takes_the_jars_of_a_driver(String line) throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        String[] words = line.split("\\|", -1);

        Result result = squall.run(words[0], Arrays.copyOfRange(words, 1, words.length));

        assertThat(result.out().lines())
                .containsSequence("-cp", "/my jars/a.jar:" + squall.folder() + "/lib/squall.jar")
                .endsWith(Arrays.copyOfRange(words, 1, words.length));
    }

    @Test
    void java_opts_come_after_ours_and_may_choose_the_collector() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");

        Result result = squall.run(
                Map.of("JAVA_OPTS", "-XX:+UseZGC -Dx=*"), squall.folder().resolve("bin/ycsb"), "run", "jdbc");

        assertThat(result.out().lines())
                .containsSequence("-XX:+UseZGC", "-Dx=*", "-cp")
                .filteredOn(argument -> argument.matches("-XX:\\+Use.*GC"))
                .containsExactly("-XX:+UseZGC");
    }

    @Test
    void help_starts_light_and_a_load_of_unknown_size_has_the_full_compiler() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");

        assertThat(squall.run("ycsb", "--help").out()).contains("-XX:TieredStopAtLevel=1\n");
        assertThat(squall.run("ycsb", "load", "jdbc").out()).doesNotContain("TieredStopAtLevel");
    }

    /** Covers an old error: the search for a boundary, and a run behind other options, measured with the light compiler. */
    @Test
    void a_scenario_is_measured_with_the_full_compiler_whatever_stands_before_it() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");

        assertThat(squall.run("adversity", "plan", "kill").out()).contains("-XX:TieredStopAtLevel=1\n");
        assertThat(squall.run("adversity", "run", "kill").out()).doesNotContain("TieredStopAtLevel");
        assertThat(squall.run("adversity", "boundary", "metastable").out()).doesNotContain("TieredStopAtLevel");
        assertThat(squall.run("adversity", "-cp", "/my jars/a.jar", "run", "kill")
                        .out())
                .doesNotContain("TieredStopAtLevel");
    }

    @Test
    void benchbase_is_compiled_by_c2_only_where_it_executes() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");

        assertThat(squall.run("benchbase", "-b", "tpcc", "--create=true").out())
                .contains(C1_ALONE)
                .doesNotContain(MEASURED)
                .contains("squall.benchbase.cli.BenchbaseCommand\n-b\ntpcc\n--create=true\n");
        assertThat(squall.run("benchbase", "--create=true", "--load", "true", "--execute=false")
                        .out())
                .contains(C1_ALONE, MEASURED);
        for (String execute : List.of("--execute", "--execute=true", "--execute=TRUE")) {
            assertThat(squall.run("benchbase", execute, "--load=true").out())
                    .as(execute)
                    .contains(MEASURED)
                    .doesNotContain(C1_ALONE);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run|jdbc|-P|few",
                "run|jdbc|-P|many|-P|few",
                "run|jdbc|-P|many|-p|operationcount=100000",
                "run|-p|operationcount=5|-p|operationcount=100000|jdbc",
                "load|jdbc|-P|few",
                "load|jdbc|-p|recordcount=1000000",
                "load|jdbc|-p|recordcount=50000000|-p|insertcount=10",
            })
    void a_command_that_ends_before_c2_pays_is_compiled_by_c1_alone(String line) throws Exception {
        assertThat(measured(line)).contains(C1_ALONE, MEASURED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run|jdbc",
                "run|jdbc|-P|many",
                "run|jdbc|-P|few|-P|many",
                "run|jdbc|-P|odd",
                "run|jdbc|-P|few|-P|odd",
                "run|jdbc|-P|few|-p|operationcount=0",
                "run|jdbc|-P|few|-p|operationcount=100001",
                "run|jdbc|-P|few|-p|operationcount=1000000000000000000000",
                "run|jdbc|-P|absent",
                "run|jdbc|-P|few|-P|/dev/null",
                "run|jdbc|-l|-P|few",
                "shell|jdbc|-P|few",
                "load|jdbc|-p|recordcount=1000001",
                "load|jdbc|-P|few|-p|insertcount=5000000",
            })
    void a_command_that_may_be_long_has_the_full_compiler(String line) throws Exception {
        assertThat(measured(line)).contains(MEASURED).doesNotContain(C1_ALONE);
    }

    @Test
    void java_opts_bring_the_full_compiler_to_a_short_command() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");

        Result result = squall.run(
                Map.of("JAVA_OPTS", "-XX:TieredStopAtLevel=4"),
                squall.folder().resolve("bin/ycsb"),
                "run",
                "jdbc",
                "-p",
                "operationcount=10");

        assertThat(result.out().lines().filter(argument -> argument.contains("TieredStopAtLevel")))
                .containsExactly("-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4");
    }

    @Test
    void a_stream_that_is_no_terminal_is_told_to_be_none() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");

        assertThat(squall.run("testbed", "status").out()).contains("-Dsquall.tty.out=false\n-Dsquall.tty.err=false\n");
    }

    @Test
    void a_release_that_lost_its_jars_says_so() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        Files.delete(squall.folder().resolve("lib/squall.jar"));

        assertThat(squall.run("ycsb", "load", "jdbc"))
                .isEqualTo(new Result(
                        5,
                        "",
                        "squall: " + squall.folder() + "/lib/squall.jar is missing: unpack the release again\n"));
    }

    @Test
    void a_checkout_without_maven_says_how_to_get_it() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        Files.delete(squall.folder().resolve("lib/squall.jar"));
        Files.writeString(squall.folder().resolve("pom.xml"), "<project/>");

        Result result =
                squall.run(Map.of("PATH", withoutJava()), squall.folder().resolve("bin/ycsb"));

        assertThat(result)
                .isEqualTo(new Result(
                        5,
                        "",
                        "squall: nothing is built yet, and Maven is not on the PATH: apt-get install maven"
                                + " (a release archive needs none)\n"));
    }

    @Test
    void a_build_that_fails_shows_its_log_and_leaves_no_lock() throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        Files.delete(squall.folder().resolve("lib/squall.jar"));
        Files.writeString(squall.folder().resolve("pom.xml"), "<project/>");
        Path tools = Files.createDirectories(temp.resolve("tools"));
        Files.writeString(tools.resolve("mvn"), "#!/bin/sh\necho 'no such plugin' && exit 1\n");
        Installation.makeExecutable(tools.resolve("mvn"));

        Result result = squall.run(
                Map.of("PATH", tools + ":/usr/bin:/bin"), squall.folder().resolve("bin/ycsb"));

        assertThat(result).isEqualTo(new Result(5, "", """
                        squall: nothing is built yet: building (half a minute; more where Maven must download first)
                        no such plugin
                        squall: the build failed; its whole log is %s/target/build.log
                        """.formatted(squall.folder())));
        assertThat(squall.folder().resolve("target/build.lock")).doesNotExist();
    }

    /** Returns the command line of the JVM for {@code bin/ycsb} with these words, where files of some counts are in {@code workloads/}. */
    private String measured(String line) throws Exception {
        var squall = squall();
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        Path workloads = Files.createDirectories(squall.folder().resolve("workloads"));
        Files.writeString(
                workloads.resolve("few"), "# operationcount=9000000\nrecordcount=1000\noperationcount = 1000\n");
        Files.writeString(workloads.resolve("many"), "recordcount=1000\noperationcount=3000000\n");
        Files.writeString(workloads.resolve("odd"), "operationcount 3_000_000\n");
        return squall.run("ycsb", line.split("\\|", -1)).out();
    }

    private Installation squall() throws IOException {
        return Installation.in(temp.resolve("squall"));
    }

    /** Returns a folder with the tools that the launchers use, and no java. */
    private String withoutJava() throws IOException {
        Path tools = Files.createDirectories(temp.resolve("no java"));
        for (String tool : List.of("mkdir", "readlink", "sed", "sh", "uname", "xargs")) {
            Files.writeString(tools.resolve(tool), "#!/bin/sh\nPATH=/usr/bin:/bin exec " + tool + " \"$@\"\n");
            Installation.makeExecutable(tools.resolve(tool));
        }
        return tools.toString();
    }

    private static Path javaOf(Installation squall, Map<String, String> environment) throws Exception {
        Result result = squall.run(environment, squall.folder().resolve("bin/testbed"), "status");
        return Path.of(result.out().lines().findFirst().orElseThrow(() -> new AssertionError(result.err())));
    }

    private static List<String> afterMain(Result result) {
        List<String> lines = result.out().lines().toList();
        return lines.subList(lines.indexOf("squall.ycsb.cli.YcsbCommand") + 1, lines.size());
    }
}
