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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps phrases that signal a sentence to rewrite out of messages, help texts, comments, scenarios and pages (STYLE 11). */
class EnglishTest {
    /** Files and folders that are not rewritten yet. To be emptied; a path that no longer has such a phrase fails the test. */
    private static final List<String> NOT_REWRITTEN_YET = List.of();

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

    private static final Path ROOT = Path.of(System.getProperty("squall.root")).normalize();

    @Test
    void no_message_comment_scenario_or_page_has_a_phrase_to_rewrite() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files()) {
            String name = name(file);
            if (NOT_REWRITTEN_YET.stream().noneMatch(name::startsWith)) {
                for (Find find : finds(name, Files.readString(file))) {
                    if (!ALLOWED.containsKey(name + ": " + find.phrase())) {
                        found.add(find.shown());
                    }
                }
            }
        }
        assertThat(found).describedAs("sentences to rewrite, see STYLE 11").isEmpty();
    }

    @Test
    void every_path_that_waits_to_be_rewritten_still_needs_it() throws IOException {
        List<String> needed = new ArrayList<>();
        for (Path file : files()) {
            if (!finds(name(file), Files.readString(file)).isEmpty()) {
                needed.add(name(file));
            }
        }
        assertThat(NOT_REWRITTEN_YET)
                .describedAs("take finished paths off the list")
                .allMatch(path -> needed.stream().anyMatch(file -> file.startsWith(path)));
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
            int line = 1
                    + (int) content.substring(0, phrase.start())
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            finds.add(new Find(file, line, phrase.group().toLowerCase(Locale.ROOT)));
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
        return (file.endsWith(".java") && file.contains("/main/"))
                || (file.startsWith("src/main/") && file.endsWith(".java"))
                || (file.startsWith("docs/") && file.endsWith(".md") && file.indexOf('/', 5) < 0)
                || Stream.of("README.md", "bench/README.md").anyMatch(file::equals)
                || file.startsWith("adversity/scenarios/")
                || file.endsWith("scenario.schema.json");
    }

    private record Find(String file, int line, String phrase) {
        private String shown() {
            return file + ":" + line + ": " + phrase;
        }
    }
}
