package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.IsolationResult;
import squall.check.isolation.IsolationResult.Witness;
import squall.cli.JsonFlag;
import squall.results.file.CanonicalJson;
import squall.results.history.IsolationRecord;
import squall.results.history.RecordedHistory;
import squall.system.CommandException;
import squall.system.ExitCode;

/** {@code bin/report isolation}: the anomalies in a history of transactions. */
@Command(
        name = "isolation",
        description = {
            "Checks a history of transactions and names the anomalies in it, with a witness of each, and the isolation levels they rule out.",
            "A history is history.jsonl of a run, or Jepsen's history.edn of list-append or rw-register."
        },
        footer =
                "Exit codes: 0; 2 usage, no history, or one that cannot have happened; 4 the level that was asked for is ruled out.")
final class IsolationCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "A history, or a run directory that has one.")
    private Path file;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description =
                    "The level that the history must have, such as serializable or snapshot-isolation (default: what was expected"
                            + " of the database of the run, or what it claimed; none for Jepsen's).")
    private @Nullable String level;

    @Mixin
    private JsonFlag json;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    IsolationCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Optional<ConsistencyModel> given = level(level == null ? "" : level);
        RecordedHistory recorded = RecordedHistory.read(file);
        if (recorded.history().size() == 0) {
            throw CommandException.usage(file + ": there is no transaction in it");
        }
        IsolationResult result = recorded.check();
        IsolationRecord record = IsolationRecord.of(recorded.header(), result);
        boolean violated = given.map(due -> !result.allows(due)).orElseGet(record::violates);
        PrintWriter print = spec.commandLine().getOut();
        if (json.given()) {
            print.print(CanonicalJson.pretty(record));
        } else {
            print(print, record, result);
            if (violated) {
                ConsistencyModel due = given.or(() -> level(record))
                        .or(recorded.header()::claimedLevel)
                        .orElseThrow();
                print.println("\n✗ " + due.title() + " is ruled out");
            }
        }
        print.flush();
        return (violated ? ExitCode.DATA : ExitCode.OK).code();
    }

    private static Optional<ConsistencyModel> level(String title) throws CommandException {
        try {
            return title.isEmpty() ? Optional.empty() : Optional.of(ConsistencyModel.of(title));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--level: " + e.getMessage(), e);
        }
    }

    /** Returns the expected level of a database that is configured below the level it claims. */
    private static Optional<ConsistencyModel> level(IsolationRecord record) {
        return record.expected().isEmpty() ? Optional.empty() : Optional.of(ConsistencyModel.of(record.expected()));
    }

    private static void print(PrintWriter print, IsolationRecord record, IsolationResult result) {
        print.println("isolation: " + record.line());
        for (Witness witness : result.witnesses()) {
            print.println();
            print.println(witness.text());
        }
    }
}
