package squall.benchbase.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.cli.CommandException;
import squall.host.InputFile;

/**
 * What a configuration file says to TPC-C.
 *
 * @param name as the user gave it
 * @param text the file itself, for copies of it
 * @param terminals BenchBase's: threads with a connection each
 * @param randomSeed empty: none
 * @param transactions in the order of the file
 * @param phases in the order of the file, at least one
 * @param remarks what a user should know of how the file is taken, one line each
 */
public record ConfigFile(
        String name,
        String text,
        Server server,
        Data data,
        int terminals,
        Optional<Integer> randomSeed,
        List<Transaction> transactions,
        List<Phase> phases,
        Extension extension,
        List<String> remarks) {
    /** The only benchmark that Squall runs itself. */
    public static final String BENCH = "tpcc";

    private static final int NO_SEED = -1;

    public ConfigFile {
        transactions = List.copyOf(transactions);
        phases = List.copyOf(phases);
        remarks = List.copyOf(remarks);
    }

    /**
     * Reads a file and checks all of it; nothing is connected to.
     *
     * @param name as the user gave it, for messages
     * @param folders where relative paths in the file are looked for: the user's, then Squall's own
     * @throws CommandException if the file is missing or wrong; the message has file, line, element, what was found and what is wanted
     */
    public static ConfigFile read(String name, Path file, List<Path> folders) throws CommandException {
        String text;
        try {
            text = InputFile.text(file);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
        Section root = new Section(XmlFile.parse(name, text), BENCH);
        Vocabulary.check(root);
        int terminals = Section.whole(root.need("terminals"), 1);
        List<Transaction> transactions = Transactions.of(root, BENCH);
        return new ConfigFile(
                name,
                text,
                Server.of(root, folders),
                Data.of(root, folders),
                terminals,
                root.whole("randomSeed", NO_SEED).filter(seed -> seed != NO_SEED),
                transactions,
                new Phases(BENCH, terminals, transactions).of(root),
                Extension.of(root),
                remarks(root));
    }

    private static List<String> remarks(Section root) throws CommandException {
        List<String> remarks = new ArrayList<>();
        if (!root.flag("reconnectOnConnectionFailure", true)) {
            remarks.add(root.need("reconnectOnConnectionFailure").where()
                    + ": <reconnectOnConnectionFailure> is taken as true: Squall's sessions always reconnect, and every"
                    + " operation that failed meanwhile is counted");
        }
        return remarks;
    }
}
