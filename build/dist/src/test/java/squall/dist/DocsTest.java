package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.command.RunOptions;
import squall.ycsb.PropertyCatalog;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;

/** Comparison of the pages with what they describe. */
class DocsTest {
    private static final Path ROOT = Path.of(System.getProperty("squall.root")).normalize();
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern JAVA = Pattern.compile("```java\n([^`]*)```");
    private static final Pattern GAP = Pattern.compile("(?m)^\\s*\\.\\.\\.$");
    private static final Pattern STEP = Pattern.compile("\\d+\\. ");
    private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w+)");
    private static final String HEAD = """
            # Properties of bin/ycsb

            Names and defaults are YCSB's wherever YCSB has the property. Each `squall.` property is also a long option: `--rate 1000` is `-p squall.rate=1000`. The
            [options of every run](quickstart.md#options-of-every-run) are such properties too, and not repeated here. A duration is 250ms, 30s, 5m or 2h, at most 24 days. This page is
            generated from the command's catalogue.

            | property=default, values | what it is |
            |---|---|
            """;

    @Test
    void the_page_of_properties_is_what_the_catalogue_says() throws IOException {
        String wanted = HEAD
                + PropertyCatalog.all().stream()
                        .filter(property -> RunOptions.ALL.stream()
                                .noneMatch(option -> property.name().equals("squall." + option.name())))
                        .map(DocsTest::row)
                        .collect(Collectors.joining("\n", "", "\n"))
                + "\nIn addition, `db.property.NAME` is passed to the JDBC driver as `NAME`, and `cassandra.driver.PATH` to the CQL driver as its option `PATH`.\n";
        Path written = Installation.assembled().resolveSibling("properties.md");
        Files.writeString(written, wanted);

        assertThat(ROOT.resolve("docs/properties.md"))
                .describedAs("fix with: cp %s docs/properties.md", written)
                .hasContent(wanted);
    }

    @Test
    void every_link_leads_to_a_file() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(link -> link.group(1))
                    .filter(link -> !Files.exists(page.resolveSibling(link)))
                    .forEach(link -> broken.add(ROOT.relativize(page) + " -> " + link));
        }
        assertThat(broken).isEmpty();
    }

    /** Counts the files of a walk through the code; a nested type stands in its owner's. */
    @ParameterizedTest
    @ValueSource(strings = {"One injection, from YAML to verdict", "One read of YCSB over SQL", "One New-Order"})
    void a_walk_through_the_code_passes_as_many_types_as_it_says(String heading) throws IOException {
        String page = Files.readString(ROOT.resolve("docs/architecture.md"));
        String walk = page.substring(page.indexOf("### " + heading)).split("\n##+ ", 2)[0];
        Map<String, Path> declared = declaredTypes();
        List<String> named = TYPE.matcher(walk.lines()
                        .filter(line -> STEP.matcher(line).lookingAt())
                        .collect(Collectors.joining("\n")))
                .results()
                .map(type -> type.group(1))
                .toList();

        assertThat(declared).containsKeys(named.toArray(String[]::new));
        assertThat(walk.lines().skip(2).findFirst().orElseThrow())
                .contains(named.stream().map(declared::get).distinct().count() + " types");
    }

    /** Blocks are a whole file or pieces of one, with "..." between. */
    @Test
    void what_the_page_of_extensions_prints_is_compiled() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/extending.md"));
        List<String> compiled = new ArrayList<>();
        for (String folder :
                List.of("docs/examples", "workloads/sample-apps/src/test/java/example", "src/main/java/squall/spi")) {
            try (Stream<Path> sources = Files.walk(ROOT.resolve(folder))) {
                for (Path source : sources.filter(path -> path.toString().endsWith(".java"))
                        .toList()) {
                    compiled.add(flush(Files.readString(source)));
                }
            }
        }
        List<String> pieces = JAVA.matcher(page)
                .results()
                .flatMap(block -> GAP.splitAsStream(block.group(1)))
                .map(DocsTest::flush)
                .toList();
        assertThat(pieces).hasSizeGreaterThan(8);
        assertThat(pieces.stream().filter(piece -> compiled.stream().noneMatch(source -> source.contains(piece))))
                .describedAs("on the page, and in no source")
                .isEmpty();
    }

    /** Strips the margin of lines, which depends on what is left out around it. */
    private static String flush(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n")).strip();
    }

    /** Returns the file in which each type stands; of several types of one name, the one that has a file of its own. */
    private static Map<String, Path> declaredTypes() throws IOException {
        Map<String, Path> declared = new HashMap<>();
        try (Stream<Path> modules = Files.list(ROOT);
                Stream<Path> workloads = Files.list(ROOT.resolve("workloads"))) {
            for (Path module : Stream.of(Stream.of(ROOT), modules, workloads)
                    .flatMap(folders -> folders)
                    .map(folder -> folder.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                declare(module, declared);
            }
        }
        return declared;
    }

    private static void declare(Path module, Map<String, Path> declared) throws IOException {
        try (Stream<Path> files = Files.walk(module)) {
            for (Path source :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                String own = source.getFileName().toString().replace(".java", "");
                DECLARED.matcher(Files.readString(source))
                        .results()
                        .map(type -> type.group(1))
                        .forEach(name ->
                                declared.merge(name, source, (known, other) -> name.equals(own) ? other : known));
            }
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static String row(PropertyDefinition<?> property) {
        String fallback = property.hasDefault() ? fallback(property.fallback()) : "";
        String values = values(property.format().wanted());
        return "| `%s%s`%s | %s |"
                .formatted(
                        property.name(),
                        fallback.isEmpty() ? "" : "=" + fallback,
                        values.isEmpty() ? "" : " " + values,
                        property.about());
    }

    /** Leaves out what the page's head says of all. */
    private static String values(String wanted) {
        return wanted.replaceFirst("^(?:a text|true or false)$", "")
                .replace("a duration such as 250ms, 30s, 5m or 2h, at most 24 days", "duration")
                .replace("seconds such as 30s, 5m or 2h, at most 24 days", "seconds")
                .replaceFirst("^(?:one of |a whole number (?:in |of )|a number (?:in )?)", "");
    }

    /** Returns a default as users would type it. */
    private static String fallback(Object value) {
        return switch (value) {
            case Duration duration -> duration.isZero() ? "0s" : duration.toSeconds() + "s";
            case SquallProperties.TargetSpeed.Unlimited unlimited -> "";
            case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
            case Collection<?> values when values.isEmpty() -> "";
            default -> value.toString();
        };
    }
}
