package squall.benchbase.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.cli.TestCommand.Ended;

/** Test of Squall's TPC-C driven by BenchBase: by the one that BENCHBASE_JAR names, or else by classes that stand in for it. */
@Tag("server")
@Tag("extended")
class PluginServerTest {
    private static final Path PLUGIN = Path.of("src/plugin");

    @Test
    void benchbase_loads_and_runs_squalls_tpcc_and_the_data_holds() throws Exception {
        Bench bench = new Bench("plugin");
        try {
            String config = bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>1</time>");
            assertThat(bench.benchbase("-b tpcc --create=true -c " + config).code())
                    .isZero();

            Process benchbase = benchbase(bench.folder(), config);

            assertThat(benchbase.waitFor())
                    .describedAs(Files.readString(bench.folder().resolve("benchbase.log")))
                    .isZero();
            assertThat(Integer.parseInt(bench.ask("SELECT sum(d_next_o_id - 3001) FROM district")))
                    .isPositive();
            Ended check = bench.benchbase("-b tpcc --execute=true -c " + config);
            assertThat(check.code()).describedAs(check.err()).isZero();
        } finally {
            bench.remove();
        }
    }

    private static Process benchbase(Path folder, String config) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Optional<String> jar = Optional.ofNullable(System.getenv("BENCHBASE_JAR"));
        String classPath = System.getProperty("java.class.path")
                + jar.map(j -> File.pathSeparator + j).orElse("");
        compile(classes, classPath, jar.isPresent() ? List.of("java") : List.of("java", "stand-in"));
        Path home = jar.map(j -> Path.of(j).toAbsolutePath().getParent()).orElse(folder);
        plugins(folder, home);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes + File.pathSeparator + classPath,
                        "com.oltpbenchmark.DBWorkload",
                        "-b",
                        "squalltpcc",
                        "-c",
                        config,
                        "--load=true",
                        "--execute=true")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("benchbase.log").toFile())
                .start();
    }

    /** Writes BenchBase's own list of plug-ins, or an empty one, with one line more. */
    private static void plugins(Path folder, Path home) throws IOException {
        Path own = home.resolve("config/plugin.xml");
        String text = Files.exists(own) ? Files.readString(own) : "<plugins>\n</plugins>\n";
        Path config = Files.createDirectories(folder.resolve("config"));
        Files.writeString(
                config.resolve("plugin.xml"),
                text.replace(
                        "</plugins>",
                        "<plugin name=\"squalltpcc\">squall.benchbase.plugin.SquallTpccBenchmark</plugin>\n</plugins>"));
    }

    private static void compile(Path classes, String classPath, List<String> folders) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-cp", classPath));
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(PLUGIN.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(Path::toString)
                        .forEach(arguments::add);
            }
        }
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, told, arguments.toArray(String[]::new));
        assertThat(code).describedAs(told.toString(UTF_8)).isZero();
    }
}
