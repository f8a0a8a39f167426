package squall.report.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.check.isolation.IsolationResult;
import squall.check.isolation.Level;
import squall.check.isolation.Witness;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.results.Json;
import squall.results.history.HistoryHeader;
import squall.results.history.RecordedHistory;

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
                    "The level that the history must have, such as serializable or snapshot-isolation (default: what the database"
                            + " of the run claimed; none for Jepsen's).")
    private @Nullable String level;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    IsolationCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Optional<Level> given = level(level == null ? "" : level);
        RecordedHistory recorded = RecordedHistory.read(file);
        Optional<Level> wanted =
                given.isPresent() ? given : level(recorded.header().claimed());
        IsolationResult result = recorded.check();
        boolean violated = wanted.isPresent() && !result.allows(wanted.get());
        PrintWriter print = spec.commandLine().getOut();
        if (json) {
            print.print(Json.pretty(members(recorded.header(), result)));
        } else {
            print(print, recorded.header(), result);
            if (violated) {
                print.println("\n✗ " + wanted.get().title() + " is ruled out");
            }
        }
        print.flush();
        return (violated ? ExitCode.DATA : ExitCode.OK).code();
    }

    private static Optional<Level> level(String title) throws CommandException {
        try {
            return title.isEmpty() ? Optional.empty() : Optional.of(Level.of(title));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--level: " + e.getMessage(), e);
        }
    }

    private static void print(PrintWriter print, HistoryHeader header, IsolationResult result) {
        String asked = header.asked().isEmpty() ? "" : "asked " + header.asked() + ", ";
        String claimed = header.claimed().isEmpty() ? "" : "database says " + header.claimed() + ", ";
        print.println("isolation: " + asked + claimed + "seen: " + result.text());
        for (Witness witness : result.witnesses()) {
            print.println();
            print.println(witness.text());
        }
    }

    private static Map<String, Object> members(HistoryHeader header, IsolationResult result) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("asked", header.asked());
        members.put("claimed", header.claimed());
        members.put("committed", result.committed());
        members.put("aborted", result.aborted());
        members.put("unknown", result.unknown());
        members.put("complete", result.complete());
        members.put("searched_all", result.searchedAll());
        Map<String, Long> anomalies = new TreeMap<>();
        result.counts().forEach((anomaly, count) -> anomalies.put(anomaly.title(), count));
        members.put("anomalies", anomalies);
        members.put(
                "ruled_out",
                result.ruledOut().stream().map(Level::title).sorted().toList());
        members.put(
                "strongest",
                result.strongest().stream().map(Level::title).sorted().toList());
        members.put("witnesses", result.witnesses());
        return members;
    }
}
