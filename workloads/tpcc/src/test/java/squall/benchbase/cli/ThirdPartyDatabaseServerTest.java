package squall.benchbase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.cli.TestCommand.Ended;

/**
 * Test of a database that Squall does not know, by the real launchers: the driver of docs/examples/extensions, which calls PostgreSQL AcmeDB,
 * and the dialect of docs/extending.md come in jars. A copy of the driver says that there are no transactions.
 */
@Tag("server")
@Tag("extended")
class ThirdPartyDatabaseServerTest {
    private static final Path DOCS = Path.of("..", "..", "docs");
    private static final Pattern SHOWN = Pattern.compile("```java\n(package example;[^`]*class AcmeDialect [^`]*)```");

    private static Bench bench;
    private static Launchers launchers;
    private static String jars;

    @BeforeAll
    static void start() throws Exception {
        bench = new Bench("third");
        launchers = new Launchers(bench.folder().resolve("squall"));
        Matcher shown = SHOWN.matcher(Files.readString(DOCS.resolve("extending.md")));
        assertThat(shown.find()).isTrue();
        String driver = Files.readString(DOCS.resolve("examples/extensions/src/main/java/example/AcmeDriver.java"));
        String flat = driver.replace("AcmeDriver", "FlatDriver")
                .replace("jdbc:acme:", "jdbc:flat:")
                .replace("? \"AcmeDB\"", "? \"AcmeDB\" : method.getName().equals(\"supportsTransactions\") ? false");
        jars = jar("AcmeDriver", driver, "") + ":" + jar("FlatDriver", flat, "") + ":"
                + jar("AcmeDialect", shown.group(1), "squall.sql.SqlDialect");
    }

    @AfterAll
    static void stop() throws Exception {
        bench.remove();
    }

    @Test
    void tpcc_runs_on_it() throws Exception {
        Ended ended = launchers.run(
                "benchbase",
                "-cp",
                jars,
                "--driver",
                "example.AcmeDriver",
                "--url",
                url("AcmeDriver"),
                "-b",
                "tpcc",
                "-c",
                bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>2</time>"),
                "--create=true",
                "--load=true",
                "--execute=true",
                "--progress=plain",
                "--results",
                bench.folder().resolve("runs").toString());

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err()).contains("tpmC");
        assertThat(manifest()).contains("\"product\" : \"acmedb\"");
        assertThat(bench.ask("SELECT count(*) FROM warehouse")).isEqualTo("1");
    }

    @Test
    void a_sample_application_runs_on_it() throws Exception {
        Ended ended = app("AcmeDriver", "SqlBankTransfers");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err()).contains("all 1000 accounts are as the books say");
    }

    @Test
    void without_transactions_tpcc_is_refused_before_a_table_is_dropped() throws Exception {
        bench.tell("CREATE TABLE IF NOT EXISTS district (mine int)");
        Ended ended = launchers.run(
                "benchbase",
                "-cp",
                jars,
                "--driver",
                "example.FlatDriver",
                "--url",
                url("FlatDriver"),
                "-b",
                "tpcc",
                "-c",
                bench.config("postgres/sample_tpcc_config.xml", "<isolation>TRANSACTION_SERIALIZABLE</isolation>", ""),
                "--create=true",
                "--progress=plain");

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
        assertThat(ended.err())
                .contains("needs transactions, and acmedb at ", "its driver says supportsTransactions() = false");
        assertThat(bench.ask("SELECT to_regclass('district') IS NOT NULL")).isEqualTo("t");
    }

    @Test
    void without_transactions_an_application_that_needs_them_is_refused_and_another_runs() throws Exception {
        Ended refused = app("FlatDriver", "SqlBankTransfers");
        assertThat(refused.code()).describedAs(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("needs transactions, and acmedb at ");

        Ended runs = app("FlatDriver", "SqlInserts");
        assertThat(runs.code()).describedAs(runs.err()).isZero();
        assertThat(manifest()).contains("\"isolation\" : \"none\"", "supportsTransactions() = false");
    }

    @Test
    void a_driver_that_is_not_there_is_exit_2_and_says_how_to_bring_it() throws Exception {
        Ended ended = launchers.run(
                "sample-apps", "--driver", "example.NoDriver", "--workload", "SqlInserts", "--url", url("AcmeDriver"));

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
        assertThat(ended.err())
                .contains("--driver: there is no class example.NoDriver on the class path; add its jar with -cp");
    }

    private static Ended app(String driver, String workload) throws IOException, InterruptedException {
        return launchers.run(
                "sample-apps",
                "--cp",
                jars,
                "--driver",
                "example." + driver,
                "--url",
                url(driver),
                "--workload",
                workload,
                "--drop_table_name",
                workload.toLowerCase(Locale.ROOT),
                "--num_writes",
                "200",
                "--num_unique_keys",
                "200",
                "--num_reads",
                "50",
                "--progress",
                "plain",
                "--results",
                bench.folder().resolve("runs").toString());
    }

    private static String url(String driver) {
        String scheme = driver.replace("Driver", "").toLowerCase(Locale.ROOT);
        return bench.target().url().replaceFirst("jdbc:postgresql:", "jdbc:" + scheme + ":") + "?user="
                + bench.target().user() + "&password=" + bench.target().password();
    }

    /** Returns the manifest of the newest run. */
    private static String manifest() throws IOException {
        try (var files = Files.walk(bench.folder().resolve("runs"))) {
            Path newest = files.filter(file -> file.endsWith("manifest.json"))
                    .max((a, b) ->
                            Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
                    .orElseThrow();
            return Files.readString(newest);
        }
    }

    /** Compiles a class and packs it into a jar. @param service that the class is announced as; empty: none */
    private static Path jar(String name, String source, String service) throws IOException {
        Path folder = Files.createDirectories(bench.folder().resolve("sources").resolve(name));
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        List<String> words = List.of(
                "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), file.toString());
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, System.err, System.err, words.toArray(String[]::new)))
                .isZero();
        Path jar = bench.folder().resolve(name + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                var classes = Files.list(folder.resolve("example"))) {
            for (Path made : classes.toList()) {
                out.putNextEntry(new JarEntry("example/" + made.getFileName()));
                Files.copy(made, out);
            }
            if (!service.isEmpty()) {
                out.putNextEntry(new JarEntry("META-INF/services/" + service));
                out.write(("example." + name + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        return jar;
    }
}
