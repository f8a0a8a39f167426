package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.Signals;
import squall.cli.report.CommandRepetition.RepeatedRun;
import squall.cli.report.CommandRepetition.SideOrder;
import squall.cli.report.ReportCommand.ResultLocations;
import squall.system.CommandException;
import squall.system.ExitCode;

/** {@code bin/report repeat}: the runs that a comparison needs, and their comparison. */
@Command(
        name = "repeat",
        description = {
            "Runs two commands N times each, every time into a run directory of its own, and compares the runs:",
            "bin/report repeat 5 --interleave 'bin/ycsb run jdbc -P a' 'bin/ycsb run jdbc -P a -p jdbc.fetchsize=10'",
            "Each is one argument in quotes: a command that runs one load, without pipes. Its output goes into output.txt next to its runs.",
            "An interrupt lets the run under way come to its end as that command does it; nothing is compared then."
        },
        footer = "Exit codes: those of compare; if a command ends with other than 0 or 3, its own; 130, 143 signals.")
final class RepeatCommand implements Callable<Integer> {
    /** Exit codes of a run that reached its planned end; a missed expectation does not prevent a comparison. */
    private static final Set<Integer> USABLE = Set.of(ExitCode.OK.code(), ExitCode.EXPECTATION.code());

    private static final int MOST_TIMES = 1000;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "N", description = "How often each command is run, 1 to " + MOST_TIMES + ".")
    private int times;

    @Parameters(index = "1", paramLabel = "A", description = "Command of the first side.")
    private String first;

    @Parameters(
            index = "2",
            paramLabel = "B",
            description = "Command of the second side; the same as A tells what noise alone does.")
    private String second;

    @Option(
            names = "--interleave",
            description =
                    "Run A B B A A B B A, so that a drift of the machine falls on both alike; else A A A A B B B B.")
    private boolean interleave;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description =
                    "Where the folders of both sides are made, by their --names; else SQUALL_RESULTS, else ./results.")
    private Optional<Path> results = Optional.empty();

    @Mixin
    private ComparisonOptions options;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    RepeatCommand() {}

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        options.check();
        if (times < 1 || times > MOST_TIMES) {
            throw CommandException.usage("N must be from 1 to " + MOST_TIMES + ", not " + times);
        }
        CommandRepetition repetition = new CommandRepetition();
        Signals signals = Signals.install(
                signal -> {
                    if (signal.equals("SIGINT")) {
                        repetition.stop();
                    } else {
                        repetition.stopNow(); // no terminal has sent it to the command too
                    }
                },
                signal -> repetition.stopNow());
        try {
            List<RepeatedRun> attempts = attempts(repetition);
            Optional<ExitCode> ended = signals.exitCode();
            if (ended.isPresent()) {
                say("ended early: " + attempts.size() + " of " + 2 * times + " runs are there, nothing is compared");
                return ended.get().code();
            }
            return options.compare(
                            runs(attempts, 0),
                            runs(attempts, 1),
                            spec.commandLine().getOut())
                    .code();
        } finally {
            signals.close();
        }
    }

    private List<RepeatedRun> attempts(CommandRepetition repetition)
            throws CommandException, IOException, InterruptedException {
        List<RepeatedRun> attempts = new ArrayList<>();
        for (int side : (interleave ? SideOrder.INTERLEAVED : SideOrder.ONE_SIDE_FIRST).turns(times)) {
            Optional<RepeatedRun> attempt = turn(repetition, side);
            if (attempt.isEmpty()) {
                return attempts;
            }
            attempts.add(attempt.get());
            say("run " + attempts.size() + " of " + 2 * times + ": "
                    + options.names().get(side) + " ended with " + attempt.get().exitCode() + ", "
                    + attempt.get().run());
            requireUsable(attempt.get());
            if (attempts.size() == 1) {
                options.requireMetrics(attempt.get().run()); // the others may take days
            } else {
                ComparisonOptions.requireComparable(attempt.get().run());
            }
        }
        return attempts;
    }

    private Optional<RepeatedRun> turn(CommandRepetition repetition, int side)
            throws CommandException, IOException, InterruptedException {
        return repetition.turn(
                side,
                side == 0 ? first : second,
                results().resolve(options.names().get(side)));
    }

    private static void requireUsable(RepeatedRun attempt) throws CommandException {
        if (!USABLE.contains(attempt.exitCode())) {
            ExitCode code = ExitCode.of(attempt.exitCode());
            boolean foreign = code.code() != attempt.exitCode(); // as 127, of a command that was not found
            throw new CommandException(
                    foreign ? ExitCode.UNREACHABLE : code,
                    "a run ended with " + attempt.exitCode()
                            + ", so it says nothing of the database and no further one was begun: " + attempt.run());
        }
    }

    private Path results() {
        return results.orElseGet(ResultLocations::ofProcess);
    }

    private static List<Path> runs(List<RepeatedRun> attempts, int side) {
        return attempts.stream()
                .filter(attempt -> attempt.side() == side)
                .map(RepeatedRun::run)
                .toList();
    }

    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }
}
