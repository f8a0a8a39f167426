package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.cli.AdversityCommand;
import squall.apps.cli.SampleAppsCommand;
import squall.benchbase.cli.BenchbaseCommand;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Program;
import squall.cli.TestCommand.Streams;
import squall.cli.report.ReportCommand;
import squall.sysbench.cli.SysbenchCommand;
import squall.ycsb.cli.YcsbCommand;

/**
 * Test of every file that a command reads, in every form that it does not want. A file that cannot be used is exit 2 with its name and the
 * reason; nothing is a stack trace or a fault of Squall's own.
 */
@SuppressWarnings("StringConcatToTextBlock") // bytes, of which each line feed and none at the end counts
class HostileFilesTest {
    private static final Path GOLDEN = Path.of("../../src/test/resources/squall/golden");
    private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/x";
    private static final int DEEP = 900;

    @TempDir
    private Path folder;

    /** Defect of a file. */
    private enum Hostile {
        MISSING(""),
        FOLDER(""),
        LOOP(""),
        EMPTY(""),
        BINARY(binary()),
        LATIN1("gr\u00fc\u00dfe: \u00e4\n"),
        DEEP_YAML("a: " + "[".repeat(DEEP) + "]".repeat(DEEP) + "\n"),
        DEEP_JSON("{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP) + "\n"),
        DEEP_XML("<a>".repeat(DEEP) + "</a>".repeat(DEEP) + "\n"),
        TRUNCATED_JSON("{\"schema_version\": 1, \"run_id\": \"a"),
        TRUNCATED_XML("<?xml version=\"1.0\"?>\n<parameters><url>jdbc"),
        FOREIGN_JSON("{\"hello\": [1, 2, 3], \"schema_version\": 1}\n"),
        FOREIGN_LIST("[[1, {\"hello\": 2}], 3]\n"),
        XXE("<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>\n"
                + "<parameters><type>&e;</type></parameters>\n"),
        ENTITY_BOMB("<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY a \"lol\">" + entities() + "]>\n"
                + "<parameters><type>&j;</type></parameters>\n"),
        ALIAS_BOMB("a: &a [x, x, x, x]\n" + aliases()),
        ALIAS_IN_ITSELF("nodes: &a [*a]\nphases: &b [*b]\n"),
        TABLE("a,b,c\n1,2,3\n"),
        PROSE("This is a letter, and nothing else.\n");

        private final String text;

        Hostile(String text) {
            this.text = text;
        }

        void put(Path file) throws IOException {
            delete(file);
            switch (this) {
                case MISSING -> {}
                case FOLDER -> Files.createDirectories(file);
                case LOOP -> Files.createSymbolicLink(file, file.getFileName());
                case BINARY, LATIN1 -> Files.writeString(file, text, StandardCharsets.ISO_8859_1);
                default -> Files.writeString(file, text);
            }
        }

        private static String binary() {
            byte[] bytes = new byte[4096];
            new Random(7).nextBytes(bytes);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        private static String entities() {
            StringBuilder entities = new StringBuilder();
            for (char name = 'b'; name <= 'j'; name++) {
                entities.append("<!ENTITY ").append(name).append(" \"");
                entities.append(("&" + (char) (name - 1) + ";").repeat(10)).append("\">");
            }
            return entities.toString();
        }

        private static String aliases() {
            StringBuilder aliases = new StringBuilder();
            for (char name = 'b'; name <= 'z'; name++) {
                String before = "*" + (char) (name - 1);
                aliases.append(name)
                        .append(": &")
                        .append(name)
                        .append(" [")
                        .append(before)
                        .append(", ");
                aliases.append(before).append("]\n");
            }
            return aliases.toString();
        }
    }

    /**
     * Reader of a file: a command.
     *
     * @param file where the hostile one is put, below a folder of its own
     * @param fine what is none of its business, or is as it should be: such a file may be used
     */
    private record Reader(String name, Program command, String file, Making words, Set<Hostile> fine) {
        Reader fineWith(Hostile... others) {
            return new Reader(name, command, file, words, EnumSet.copyOf(List.of(others)));
        }

        /** Accepts all texts. */
        Reader fineWithText(Hostile... others) {
            EnumSet<Hostile> text = EnumSet.complementOf(NO_TEXT);
            text.addAll(List.of(others));
            return new Reader(name, command, file, words, text);
        }
    }

    private static final EnumSet<Hostile> NO_TEXT =
            EnumSet.of(Hostile.MISSING, Hostile.FOLDER, Hostile.LOOP, Hostile.BINARY, Hostile.LATIN1);

    /** Maker of the files around the hostile one, and of the command line. */
    private interface Making {
        List<String> words(Path folder, Path file) throws IOException;
    }

    @TestFactory
    Stream<DynamicTest> a_file_that_cannot_be_used_is_named_with_the_reason() {
        return readers()
                .flatMap(reader -> Stream.of(Hostile.values())
                        .map(hostile -> dynamicTest(
                                reader.name() + " " + reader.file() + ", " + hostile, () -> feed(reader, hostile))));
    }

    private void feed(Reader reader, Hostile hostile) throws IOException {
        Path place =
                Files.createDirectory(folder.resolve(reader.name().replace(' ', '_') + hostile + System.nanoTime()));
        Path file = place.resolve(reader.file());
        List<String> words = reader.words().words(place, file);
        hostile.put(file);

        Ended ended = new TestCommand(
                        reader.command(),
                        Optional.of(Path.of("../..").toAbsolutePath().normalize()),
                        place)
                .run(words, Streams.closed());

        assertThat(ended.err())
                .doesNotContain("\tat ", "Exception", "fault of squall", "Input length", "StackOverflow", "No enum");
        if (reader.fine().contains(hostile)) {
            assertThat(ended.code()).as(ended.err()).isIn(0, 2, 5);
            return;
        }
        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        String told = ended.err()
                .lines()
                .filter(line -> line.startsWith("error: "))
                .findFirst()
                .orElse("");
        assertThat(told).as("the name of the file").contains(file.getFileName().toString());
        assertThat(told.replace(file.toString(), "")).as("a reason").hasSizeBetween(25, 700);
    }

    private static Stream<Reader> readers() {
        return Stream.of(scenarios(), configurations(), secrets(), imports(), histories(), runs(), scenarioRuns())
                .flatMap(readers -> readers);
    }

    private static Stream<Reader> scenarios() {
        return Stream.of(
                reader("scenario", AdversityCommand::execute, "mine.yaml", (in, file) -> words("validate", file)),
                reader("plan", AdversityCommand::execute, "mine.yaml", (in, file) -> words("plan", file)),
                reader("what a scenario extends", AdversityCommand::execute, "base.yaml", (in, file) -> {
                            Path own = in.resolve("mine.yaml");
                            Files.writeString(own, "apiVersion: squall/v1\nextends: base\nname: mine\n");
                            return words("validate", own);
                        })
                        .fineWith(Hostile.MISSING),
                reader(
                        "inventory",
                        AdversityCommand::execute,
                        "hosts.yaml",
                        (in, file) -> words("plan", "kill", "--cluster", "ssh:inventory=" + file)));
    }

    private static Stream<Reader> configurations() {
        return Stream.of(
                reader(
                        "benchbase",
                        BenchbaseCommand::execute,
                        "tpcc.xml",
                        (in, file) -> words("-b", "tpcc", "-c", file, "--load=true")),
                reader("session set-up", BenchbaseCommand::execute, "setup.sql", (in, file) -> {
                            Path config = Path.of("../../benchbase-configs/postgres/small.xml");
                            Files.writeString(
                                    in.resolve("tpcc.xml"),
                                    Files.readString(config)
                                            .replace(
                                                    "<batchsize>",
                                                    "<sessionsetupfile>" + file + "</sessionsetupfile><batchsize>"));
                            return words(
                                    "-b",
                                    "tpcc",
                                    "-c",
                                    in.resolve("tpcc.xml"),
                                    "--load=true",
                                    "--url",
                                    NOWHERE,
                                    "--results",
                                    in);
                        })
                        .fineWithText(),
                reader("properties", YcsbCommand::execute, "mine.properties", (in, file) -> ycsb(in, "-P", file))
                        .fineWithText(),
                reader(
                        "lengths",
                        YcsbCommand::execute,
                        "lengths.txt",
                        (in, file) -> ycsb(
                                in,
                                "-P",
                                "workloada",
                                "-p",
                                "fieldlengthdistribution=histogram",
                                "-p",
                                "fieldlengthhistogram=" + file)),
                reader(
                                "password",
                                YcsbCommand::execute,
                                "secret",
                                (in, file) ->
                                        ycsb(in, "-P", "workloada", "-p", "db.user=a", "-p", "db.passwd=file:" + file))
                        .fineWithText(),
                reader(
                        "jar",
                        YcsbCommand::execute,
                        "driver.jar",
                        (in, file) -> ycsb(in, "-P", "workloada", "-cp", file)),
                reader(
                        "jar of an application",
                        SampleAppsCommand::execute,
                        "driver.jar",
                        (in, file) -> words("--workload", "SqlInserts", "--url", NOWHERE, "-cp", file)));
    }

    /** Keys, certificates and passwords. */
    private static Stream<Reader> secrets() {
        return Stream.of(
                reader(
                        "authorities",
                        YcsbCommand::execute,
                        "ca.pem",
                        (in, file) -> tls(in, "-p", "cassandra.ssl.ca=" + file)),
                reader("certificate", YcsbCommand::execute, "client.crt", (in, file) -> {
                    Path key = Files.writeString(in.resolve("client.key"), "no key");
                    return tls(in, "-p", "cassandra.ssl.cert=" + file, "-p", "cassandra.ssl.key=" + key);
                }),
                reader(
                                "password of an application",
                                SampleAppsCommand::execute,
                                "secret",
                                (in, file) -> words(
                                        "--workload",
                                        "SqlInserts",
                                        "--url",
                                        NOWHERE,
                                        "--username",
                                        "a",
                                        "--password",
                                        "file:" + file,
                                        "--results",
                                        in))
                        .fineWithText(),
                reader(
                                "password over CQL",
                                YcsbCommand::execute,
                                "secret",
                                (in, file) ->
                                        tls(in, "-p", "cassandra.username=a", "-p", "cassandra.password=file:" + file))
                        .fineWithText(),
                reader(
                                "token",
                                ReportCommand::execute,
                                "token",
                                (in, file) -> words(
                                        "serve", in, "--port", "1", "--listen", "192.0.2.1", "--token-file", file))
                        .fineWithText(),
                reader(
                                "sysbench options",
                                SysbenchCommand::execute,
                                "sysbench.cnf",
                                (in, file) -> words(
                                        "oltp_point_select",
                                        "run",
                                        "--pgsql-host=127.0.0.1",
                                        "--pgsql-port=1",
                                        "--config-file=" + file))
                        .fineWith(Hostile.EMPTY));
    }

    private static List<String> tls(Path folder, Object... more) {
        List<String> words = words(
                "run",
                "ycql",
                "-P",
                "workloada",
                "-p",
                "hosts=127.0.0.1:1",
                "-p",
                "cassandra.useSSL=true",
                "--results",
                folder.resolve("results"));
        words.addAll(words(more));
        return words;
    }

    private static Stream<Reader> histories() {
        return Stream.of("history.jsonl", "history.edn")
                .map(name -> reader("isolation", ReportCommand::execute, name, (in, file) -> words("isolation", file)));
    }

    /** Returns the readers of a run under adversity, which other runs are laid next to. */
    private static Stream<Reader> scenarioRuns() {
        return Stream.of("summary.json", "manifest.json")
                .map(name -> reader("card", ReportCommand::execute, "run/" + name, (in, file) -> {
                            copy(GOLDEN.resolve("adversity"), in.resolve("run"));
                            return words("card", in.resolve("run"));
                        })
                        .fineWith(Hostile.MISSING));
    }

    private static List<String> ycsb(Path folder, Object... more) {
        List<String> words = words("run", "jdbc", "-p", "db.url=" + NOWHERE, "--results", folder.resolve("results"));
        words.addAll(words(more));
        return words;
    }

    private static Stream<Reader> imports() {
        return Stream.of(
                imported("ycsb", "ycsb.txt"),
                imported("ycsb", "READ.hdr"),
                imported("benchbase", "summary.json"),
                imported("benchbase", "raw.csv"),
                imported("pgbench", "pgbench_log.1"),
                imported("sysbench", "sysbench.txt"));
    }

    private static Reader imported(String program, String name) {
        return reader(
                "import " + program,
                ReportCommand::execute,
                name,
                (in, file) -> words("import", program, file, "--results", in.resolve("results")));
    }

    private static Stream<Reader> runs() {
        Hostile[] absent = {Hostile.MISSING};
        Hostile[] nothing = {Hostile.MISSING, Hostile.EMPTY}; // what these files of the run hold
        Stream<Reader> shown = Stream.of(
                recorded("manifest.json"),
                recorded("summary.json").fineWith(absent),
                recorded("phases.json").fineWith(absent),
                recorded("figures.json").fineWith(absent),
                recorded("timeseries.csv"),
                recorded("errors.csv"),
                recorded("events.jsonl").fineWith(nothing),
                recorded("errors-samples.jsonl").fineWith(nothing),
                recorded("latency.hlog"),
                recorded("histograms.hlog"),
                recorded("server/metrics.csv"));
        BiFunction<Path, Path, List<String>> compare = (run, other) -> words("compare", run, "--vs", other);
        BiFunction<Path, Path, List<String>> merge =
                (run, other) -> words("merge", run, other, "--out", run.resolveSibling("merged"), "--skew", "1h");
        Stream<Reader> used = Stream.of(
                used("compare", "summary.json", compare).fineWith(absent),
                used("compare", "histograms.hlog", compare),
                used("compare", "figures.json", compare).fineWith(absent),
                used("compare", "config/effective.properties", compare)
                        .fineWithText(Hostile.MISSING, Hostile.FOLDER, Hostile.LOOP),
                used("merge", "manifest.json", merge),
                used("merge", "summary.json", merge).fineWith(absent),
                used("merge", "timeseries.csv", merge),
                used("merge", "errors.csv", merge),
                used("merge", "events.jsonl", merge).fineWith(nothing),
                used("merge", "latency.hlog", merge),
                used("merge", "service.hlog", merge),
                used("merge", "histograms.hlog", merge),
                used("merge", "figures.json", merge).fineWith(absent),
                used("trend", "summary.json", (run, other) -> words("trend", run, other))
                        .fineWith(absent),
                used("trace", "events.jsonl", (run, other) -> words("trace", run))
                        .fineWith(nothing),
                used("trace", "timeseries.csv", (run, other) -> words("trace", run)),
                used("table", "manifest.json", (run, other) -> words("table", "kv-scaling", "3=" + run)),
                used("table", "summary.json", (run, other) -> words("table", "kv-scaling", "3=" + run))
                        .fineWith(absent));
        return Stream.concat(shown, used);
    }

    private static Reader recorded(String name) {
        return used("report", name, (run, other) -> words(run, "--format", "json"));
    }

    private static Reader used(String name, String file, BiFunction<Path, Path, List<String>> words) {
        return reader(name, ReportCommand::execute, "run/" + file, (in, hostile) -> {
            copy(GOLDEN.resolve("ycsb-run"), in.resolve("run"));
            copy(GOLDEN.resolve("ycsb-run"), in.resolve("other"));
            rename(in.resolve("other"));
            return words.apply(in.resolve("run"), in.resolve("other"));
        });
    }

    /** Renames the run, which would else be the same run twice. */
    private static void rename(Path run) throws IOException {
        for (String name : List.of("manifest.json", "summary.json")) {
            Path file = run.resolve(name);
            Files.writeString(file, Files.readString(file).replaceFirst("(\"run_id\" ?: ?\")[^\"]+", "$1other"));
        }
    }

    private static Reader reader(String name, Program command, String file, Making words) {
        return new Reader(name, command, file, words, Set.of());
    }

    private static List<String> words(Object... words) {
        return new ArrayList<>(Stream.of(words).map(Object::toString).toList());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            try (Stream<Path> all = Files.walk(file)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        Files.deleteIfExists(file);
        Files.createDirectories(file.getParent());
    }
}
