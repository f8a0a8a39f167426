package squall.ycsb.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DB;
import site.ycsb.DBException;
import squall.spi.NearestName;

/**
 * Shell that reads commands, carries them out on a database, and prints its answers, in upstream's words.
 *
 * <p>Ends at {@code quit} and at the end of the input, and cleans the database up in both cases.
 */
public final class YcsbShell {
    private static final Logger LOG = LoggerFactory.getLogger(YcsbShell.class);

    private final String table;
    private final LongSupplier nanoTime;

    /** @param table which the commands work on until {@code table NAME} is said */
    public YcsbShell(String table) {
        this(table, System::nanoTime);
    }

    YcsbShell(String table, LongSupplier nanoTime) {
        this.table = table;
        this.nanoTime = nanoTime;
    }

    /**
     * Runs to the end of the input.
     *
     * @param db with its properties set; connected and cleaned up here
     * @return the exit code: 2 if a line was not understood, else 3 if the database refused one, else 0
     * @throws IOException if the database cannot be connected or the input cannot be read
     */
    public int run(DB db, Reader in, PrintStream out) throws IOException {
        connect(db);
        try {
            out.println("YCSB Command Line client");
            out.println("Type \"help\" for command line help");
            out.println("Connected.");
            return converse(new ShellSession(db, table, out), new BufferedReader(in), out);
        } finally {
            cleanUp(db);
        }
    }

    private int converse(ShellSession conversation, BufferedReader lines, PrintStream out) throws IOException {
        while (true) {
            out.print("> ");
            out.flush();
            String line = lines.readLine();
            if (line == null) {
                out.println();
                return conversation.exitCode().code();
            }
            if (line.strip().equals("quit")) {
                return conversation.exitCode().code();
            }
            carryOut(conversation, line, out);
        }
    }

    private void carryOut(ShellSession conversation, String line, PrintStream out) {
        List<String> words;
        try {
            words = ShellWords.of(line);
        } catch (IllegalArgumentException e) {
            conversation.notUnderstood(String.valueOf(e.getMessage()));
            return;
        }
        if (words.isEmpty()) {
            return;
        }
        if (words.equals(List.of("help"))) {
            ShellCommand.printHelp(out);
            return;
        }
        long startNs = nanoTime.getAsLong();
        ShellCommand.named(words.getFirst())
                .ifPresentOrElse(
                        verb -> verb.carryOut(conversation, words.subList(1, words.size())),
                        () -> conversation.notUnderstood("unknown command \"" + words.getFirst() + "\""
                                + NearestName.hint(words.getFirst(), ShellCommand.names())));
        out.println((nanoTime.getAsLong() - startNs) / 1_000_000 + " ms");
    }

    private static void connect(DB db) throws IOException {
        try {
            db.init();
        } catch (DBException | RuntimeException | LinkageError e) { // third-party code
            throw new IOException(db.getClass().getName() + ".init threw " + e, e);
        }
    }

    private static void cleanUp(DB db) {
        try {
            db.cleanup();
        } catch (DBException | RuntimeException | LinkageError e) { // third-party code; nothing depends on it any more
            LOG.warn("{}.cleanup threw {}", db.getClass().getName(), e.toString());
        }
    }

    /** The commands of the shell. */
    @SuppressWarnings("ImmutableEnumChecker")
    private // the actions are method references, which hold nothing
    enum ShellCommand {
        READ("key [field1 field2 ...]", "Read a record", 1, Integer.MAX_VALUE, ShellSession::read),
        SCAN("key recordcount [field1 field2 ...]", "Scan starting at key", 2, Integer.MAX_VALUE, ShellSession::scan),
        INSERT(
                "key name1=value1 [name2=value2 ...]",
                "Insert a new record",
                2,
                Integer.MAX_VALUE,
                ShellSession::insert),
        UPDATE("key name1=value1 [name2=value2 ...]", "Update a record", 2, Integer.MAX_VALUE, ShellSession::update),
        DELETE("key", "Delete a record", 1, 1, ShellSession::delete),
        TABLE("[tablename]", "Get or [set] the name of the table", 0, 1, ShellSession::table);

        private final String syntax;
        private final String meaning;
        private final int minWords;
        private final int maxWords;
        private final BiConsumer<ShellSession, List<String>> action;

        ShellCommand(
                String syntax,
                String meaning,
                int minWords,
                int maxWords,
                BiConsumer<ShellSession, List<String>> action) {
            this.syntax = syntax;
            this.meaning = meaning;
            this.minWords = minWords;
            this.maxWords = maxWords;
            this.action = action;
        }

        static Optional<ShellCommand> named(String word) {
            return Arrays.stream(values())
                    .filter(verb -> verb.word().equals(word))
                    .findFirst();
        }

        static List<String> names() {
            return Arrays.stream(values()).map(ShellCommand::word).toList();
        }

        static void printHelp(PrintStream out) {
            out.println("Commands:");
            for (ShellCommand verb : values()) {
                out.println("  " + verb.word() + " " + verb.syntax + " - " + verb.meaning);
            }
            out.println("  quit - Quit");
            out.println("Quote a value that contains blanks: field0=\"two words\"");
        }

        /** @param words what follows the command */
        void carryOut(ShellSession conversation, List<String> words) {
            if (words.size() < minWords || words.size() > maxWords) {
                conversation.notUnderstood("syntax is \"" + word() + " " + syntax + "\"");
            } else {
                action.accept(conversation, words);
            }
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Splitter of a line of the shell into words at blanks; quotes of either kind keep blanks, a backslash keeps the next character. */
    private static final class ShellWords {
        private final String line;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean inWord;
        private int at;

        private ShellWords(String line) {
            this.line = line;
        }

        /** @throws IllegalArgumentException if a quote is not closed, or a backslash ends the line */
        static List<String> of(String line) {
            ShellWords words = new ShellWords(line);
            while (words.at < line.length()) {
                words.next();
            }
            words.end();
            return words.words;
        }

        private void next() {
            char c = line.charAt(at++);
            switch (c) {
                case ' ', '\t' -> end();
                case '"', '\'' -> quoted(c);
                case '\\' -> add(escaped());
                default -> add(c);
            }
        }

        private void quoted(char quote) {
            int from = at;
            inWord = true; // an empty pair of quotes is a word too
            while (at < line.length()) {
                char c = line.charAt(at++);
                if (c == quote) {
                    return;
                }
                add(c == '\\' && quote == '"' ? escaped() : c);
            }
            throw new IllegalArgumentException("the quote " + quote + " at column " + from + " is not closed");
        }

        private char escaped() {
            if (at == line.length()) {
                throw new IllegalArgumentException("a backslash needs a character after it");
            }
            return line.charAt(at++);
        }

        private void add(char c) {
            inWord = true;
            word.append(c);
        }

        private void end() {
            if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
    }
}
