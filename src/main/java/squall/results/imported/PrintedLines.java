package squall.results.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** The lines of a text that a program printed for people, and what is in them. */
record PrintedLines(Path file, List<String> lines) {
    static PrintedLines of(Path file) throws IOException {
        return new PrintedLines(file, InputFile.lines(file));
    }

    /** What a pattern finds first, in its first group. */
    Optional<String> text(String pattern) {
        return all(pattern).map(found -> found.group(1).strip()).findFirst();
    }

    Optional<Double> number(String pattern) {
        return text(pattern).map(Double::parseDouble);
    }

    /** The lines that a pattern is found in. */
    Stream<Matcher> all(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return lines.stream().map(compiled::matcher).filter(Matcher::find);
    }

    /** @throws IOException if there is none; the message says what file was wanted */
    static <T> T wanted(Optional<T> found, Path file, String what) throws IOException {
        return found.orElseThrow(() -> new InvalidFileException(file + " is not " + what));
    }
}
