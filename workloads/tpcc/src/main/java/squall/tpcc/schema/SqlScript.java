package squall.tpcc.schema;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Splitter of a file of SQL statements at its semicolons, except those in strings, names, function bodies and comments. Pure except for
 * reading.
 */
public final class SqlScript {
    /** Text in which a semicolon may be hidden, as far as it reaches; then the semicolon itself; then any one character. */
    private static final Pattern PIECE = Pattern.compile(
            "(?<remark>--[^\\n]*|/\\*.*?\\*/)"
                    + "|(?<whole>'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|(?<tag>\\$[A-Za-z_]*\\$).*?\\k<tag>)"
                    + "|(?<end>;)"
                    + "|(?<other>[^;'\"$/-]+|.)",
            Pattern.DOTALL);

    private SqlScript() {}

    /** @throws IOException if the file cannot be read or holds no statement */
    public static List<String> read(Path file) throws IOException {
        List<String> statements = statements(InputFile.text(file.toAbsolutePath()));
        if (statements.isEmpty()) {
            throw new InvalidFileException(file.toAbsolutePath() + ": there is no SQL statement in this file");
        }
        return statements;
    }

    static List<String> statements(String text) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        Matcher piece = PIECE.matcher(text);
        while (piece.find()) {
            if (piece.group("end") != null) {
                finish(statement, statements);
            } else {
                statement.append(piece.group("remark") != null ? " " : piece.group());
            }
        }
        finish(statement, statements);
        return List.copyOf(statements);
    }

    private static void finish(StringBuilder statement, List<String> statements) {
        String text = statement.toString().strip();
        if (!text.isEmpty()) {
            statements.add(text);
        }
        statement.setLength(0);
    }
}
