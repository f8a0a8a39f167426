package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.report.ReportCommand.ResultLocations;
import squall.report.format.RunReportFiles;
import squall.results.imported.BenchmarkTool;
import squall.results.imported.RunImport;
import squall.system.CommandException;
import squall.system.ExitCode;

/** {@code bin/report import}: the files of another program's run as a run directory. */
@Command(
        name = "import",
        description = {
            "Makes a run directory of the files that another program left of one run, with what they record and nothing else:",
            "ycsb: its text output and its .hdr files; benchbase: summary.json, raw.csv, samples.csv, results.csv; pgbench: logs of -l and the final "
                    + "report; sysbench: its output."
        },
        footer =
                "Exit codes: 0; 2 usage, or a file that is none of that program; 5 a directory that cannot be written.")
final class ImportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PROGRAM", description = "ycsb, benchbase, pgbench or sysbench.")
    private BenchmarkTool tool;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "All files of one run.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Where the run directory is made; else SQUALL_RESULTS, else ./results.")
    private Optional<Path> results = Optional.empty();

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    ImportCommand() {}

    @Override
    public Integer call() throws CommandException {
        Path run = imported();
        report(run);
        PrintWriter print = spec.commandLine().getOut();
        print.println("results    " + run);
        print.flush();
        return ExitCode.OK.code();
    }

    private Path imported() throws CommandException {
        try {
            return RunImport.of(tool, files, results.orElseGet(ResultLocations::ofProcess), command(spec));
        } catch (IOException e) {
            throw CommandException.of("cannot import: ", e);
        }
    }

    /** Writes the report of a run that was made. */
    static void report(Path run) throws CommandException {
        try {
            RunReportFiles.write(run);
        } catch (IOException e) {
            throw CommandException.of("cannot report " + run + ": ", e);
        }
    }

    /** Returns the command as typed. */
    static List<String> command(CommandSpec spec) {
        List<String> command = new ArrayList<>(List.of("bin/report"));
        command.addAll(spec.commandLine().getParseResult().originalArgs());
        return command;
    }
}
