package squall.ycsb.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DB;
import site.ycsb.DBException;
import squall.spi.Nearest;

/**
 * Reads commands, carries them out on a database, and prints what it answers, in upstream's words.
 *
 * <p>Ends at {@code quit} and at the end of the input, and cleans the database up in both cases.
 */
public final class Shell {
    private static final Logger LOG = LoggerFactory.getLogger(Shell.class);

    private final String table;
    private final LongSupplier nanoTime;

    /** @param table which the commands work on until {@code table NAME} is said */
    public Shell(String table) {
        this(table, System::nanoTime);
    }

    Shell(String table, LongSupplier nanoTime) {
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
            return converse(new Conversation(db, table, out), new BufferedReader(in), out);
        } finally {
            cleanUp(db);
        }
    }

    private int converse(Conversation conversation, BufferedReader lines, PrintStream out) throws IOException {
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

    private void carryOut(Conversation conversation, String line, PrintStream out) {
        List<String> words;
        try {
            words = Words.of(line);
        } catch (IllegalArgumentException e) {
            conversation.notUnderstood(String.valueOf(e.getMessage()));
            return;
        }
        if (words.isEmpty()) {
            return;
        }
        if (words.equals(List.of("help"))) {
            Verb.printHelp(out);
            return;
        }
        long startNs = nanoTime.getAsLong();
        Verb.named(words.getFirst())
                .ifPresentOrElse(
                        verb -> verb.carryOut(conversation, words.subList(1, words.size())),
                        () -> conversation.notUnderstood("unknown command \"" + words.getFirst() + "\""
                                + Nearest.hint(words.getFirst(), Verb.names())));
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
}
