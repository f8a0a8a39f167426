package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Test that phrases which signal a sentence to rewrite are in no message, help text, comment, scenario or page (STYLE 11). */
class EnglishTest {
    /** File and phrase, and why the phrase is right there. */
    private static final Map<String, String> ALLOWED =
            Map.of("testbed/src/main/java/squall/testbed/host/RunAs.java: nobody", "the name of a system user");

    private static final Pattern PHRASE = Pattern.compile(
            "\\b(?:nobody|somebody|whoever|whom|struck|anew|beside|inquest|in good order|cannot be meant|(?:is|are|was|can|cannot)"
                    + " (?:not )?(?:to )?be had|is no fault|heeds?|lest)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern TOKEN = Pattern.compile("(?<text>\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\")"
            + "|'(?:[^'\\\\\\n]|\\\\.)+'"
            + "|(?<comment>//[^\\n]*|/\\*(?s:.*?)\\*/)");
    private static final Pattern CODE_IN_COMMENT =
            Pattern.compile("\\{@(?:code|link|linkplain)[^}]*}|@param\\s+\\S+|@see\\s+\\S+");
    private static final Pattern CODE_IN_PAGE = Pattern.compile("```(?s:.*?)```|`[^`\\n]*`");

    /** Beginnings of sentences that lack the noun or the verb. */
    private static final Set<String> HEADLESS = Set.of(
            "A", "An", "As", "By", "From", "How", "If", "In", "It", "Of", "On", "One", "That", "Those", "What", "When",
            "Where", "Whether", "Which", "Whoever", "Why");

    /** Types whose sentence begins with a plural. */
    private static final Set<String> PLURALS = Set.of(
            "Assertions",
            "Containers",
            "Definitions",
            "Durations",
            "Facts",
            "Figures",
            "Lines",
            "Links",
            "Nodes",
            "Operations",
            "Options",
            "Ports",
            "Quantiles",
            "Ratios",
            "Readings",
            "Settings",
            "Statements",
            "Statistics",
            "Totals",
            "Types",
            "Values");

    private static final Pattern THIRD_PERSON = Pattern.compile("[A-Z][a-z]*[a-rt-z]s");
    private static final Pattern DOCUMENTED = Pattern.compile(
            "/\\*\\*\\s*(?:\\*\\s+)?(?<word>[A-Za-z]+)(?:(?!\\*/)(?s:.))*\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s+)*"
                    + "(?<declaration>[^;{=]*)");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record)\\s+\\w+");
    private static final Pattern METHOD = Pattern.compile("^(?![A-Z_0-9]+\\()[^(]*\\w\\(");

    private static final Path ROOT = Path.of(System.getProperty("squall.root")).normalize();

    @Test
    void no_message_comment_scenario_or_page_has_a_phrase_to_rewrite() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files()) {
            String name = name(file);
            for (Find find : finds(name, Files.readString(file))) {
                if (!ALLOWED.containsKey(name + ": " + find.phrase())) {
                    found.add(find.shown());
                }
            }
        }
        assertThat(found).describedAs("sentences to rewrite, see STYLE 11").isEmpty();
    }

    @Test
    void a_phrase_is_found_in_messages_and_comments_with_its_line() {
        String source = """
                /** Waits for {@link Nobody}, and for nobody
                 *  else. @param whoever is a name */
                class A {
                    int struck = 'a'; // began anew
                    String b = "somebody \\" listens"; String c = \"""
                        in good order\""";
                }
                """;
        assertThat(finds("A.java", source).stream().map(Find::shown))
                .containsExactly("A.java:1: nobody", "A.java:4: anew", "A.java:5: somebody", "A.java:6: in good order");
        assertThat(finds("a.md", "one\n`whoever` runs `\nwhoever runs\n").stream()
                        .map(Find::shown))
                .containsExactly("a.md:3: whoever");
    }

    @Test
    void a_javadoc_sentence_begins_with_a_noun_for_a_type_and_with_a_verb_for_a_method() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files()) {
            if (name(file).endsWith(".java")) {
                found.addAll(misbegun(name(file), Files.readString(file)));
            }
        }
        assertThat(found)
                .describedAs("Javadoc sentences to rewrite, see STYLE 11")
                .isEmpty();
    }

    @Test
    void a_headless_javadoc_sentence_is_found_with_its_line() {
        String source = """
                /** What a run found. */
                record Result() {}
                /**
                 * Makes results.
                 */
                interface Maker {
                    /** The result. @return it */
                    @Nullable
                    default Result result() {}
                    /** Returns the result. */
                    Result again();
                    /** Of everything. */
                    int ALL = Math.max(1, 2);
                    /** @throws IOException if not */
                    void run();
                }
                /** Source of results. */
                final class Source {}
                """;
        assertThat(misbegun("A.java", source))
                .containsExactly("A.java:1: What", "A.java:3: Makes", "A.java:7: The", "A.java:12: Of");
    }

    /** Finds the first words of Javadoc that are wrong where they stand. */
    private static List<String> misbegun(String file, String content) {
        List<String> found = new ArrayList<>();
        Matcher documented = DOCUMENTED.matcher(content);
        while (documented.find()) {
            String word = documented.group("word");
            String declaration = documented.group("declaration");
            boolean verb = THIRD_PERSON.matcher(word).matches();
            boolean wrong = TYPE.matcher(declaration).find()
                    ? HEADLESS.contains(word) || (verb && !PLURALS.contains(word))
                    : METHOD.matcher(declaration).find() ? !verb : HEADLESS.contains(word);
            if (wrong) {
                found.add(file + ":" + line(content, documented.start()) + ": " + word);
            }
        }
        return found;
    }

    private static int line(String content, int at) {
        return 1 + (int) content.substring(0, at).chars().filter(c -> c == '\n').count();
    }

    private static List<Find> finds(String file, String content) {
        StringBuilder prose = new StringBuilder(content);
        if (file.endsWith(".java")) {
            blankCode(content, prose);
        } else {
            CODE_IN_PAGE.matcher(content).results().forEach(code -> blank(prose, code.start(), code.end()));
        }
        List<Find> finds = new ArrayList<>();
        Matcher phrase = PHRASE.matcher(prose);
        while (phrase.find()) {
            finds.add(
                    new Find(file, line(content, phrase.start()), phrase.group().toLowerCase(Locale.ROOT)));
        }
        return finds;
    }

    /** Leaves only texts and comments, at their places. */
    private static void blankCode(String content, StringBuilder prose) {
        int end = 0;
        Matcher token = TOKEN.matcher(content);
        while (token.find()) {
            if (token.group("text") != null || token.group("comment") != null) {
                blank(prose, end, token.start());
                end = token.end();
            }
            if (token.group("comment") != null) {
                int start = token.start();
                CODE_IN_COMMENT
                        .matcher(token.group())
                        .results()
                        .forEach(code -> blank(prose, start + code.start(), start + code.end()));
            }
        }
        blank(prose, end, content.length());
    }

    private static void blank(StringBuilder prose, int from, int to) {
        for (int i = from; i < to; i++) {
            prose.setCharAt(i, prose.charAt(i) == '\n' ? '\n' : ' ');
        }
    }

    private static String name(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean skipped = name.equals("target") || (name.equals("results") && ROOT.equals(folder.getParent()));
                return skipped || name.startsWith(".") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (checked(name(file))) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files.stream().sorted().toList();
    }

    private static boolean checked(String file) {
        return (file.endsWith(".java") && (file.contains("/main/") || file.contains("/src/fake/")))
                || (file.startsWith("src/main/") && file.endsWith(".java"))
                || (file.startsWith("docs/") && file.endsWith(".md") && file.indexOf('/', 5) < 0)
                || Stream.of("README.md", "build/bench/README.md").anyMatch(file::equals)
                || file.startsWith("adversity/scenarios/")
                || file.endsWith("scenario.schema.json");
    }

    private record Find(String file, int line, String phrase) {
        private String shown() {
            return file + ":" + line + ": " + phrase;
        }
    }
}
