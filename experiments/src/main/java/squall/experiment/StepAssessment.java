package squall.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.experiment.ExperimentState.StepOutcome;
import squall.experiment.ExperimentState.StepRecord;
import squall.experiment.SelectedExperiment.PlannedStep;
import squall.results.RunSummary;
import squall.results.recorded.RecordedRun;
import squall.system.ExitCode;
import squall.system.FileTrees;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;

/** Assessment of how steps ended, from their exit codes, output and runs. */
record StepAssessment(SelectedExperiment selected, ExperimentFolder folder) {
    /** Returns the record of a step that cannot be run. */
    static StepRecord notApplicable(PlannedStep step, String obstacle) {
        return new StepRecord(
                step.key(),
                step.step().name(),
                step.cell(),
                SecretMasking.mask(step.words().line()),
                StepOutcome.NOT_APPLICABLE,
                -1,
                0,
                "",
                obstacle);
    }

    /** Returns the record of a step that ended; its run, if it has one, is read. */
    StepRecord ended(PlannedStep step, int exitCode, double seconds) throws IOException {
        Optional<Path> run = folder.run(step);
        Optional<RunSummary> invalid = run.isPresent() && ExitCode.of(exitCode) == ExitCode.INVALID
                ? RecordedRun.read(run.get()).summary()
                : Optional.empty();
        Optional<String> tolerated = invalid.flatMap(summary -> tolerated(step, summary));
        return new StepRecord(
                step.key(),
                step.step().name(),
                step.cell(),
                SecretMasking.mask(step.words().line()),
                tolerated.isPresent() ? StepOutcome.DONE : outcome(ExitCode.of(exitCode)),
                exitCode,
                seconds,
                run.isPresent() ? folder.relative(run.get()) : "",
                exitCode == 0 ? "" : tolerated.orElse(reason(step, invalid, exitCode)));
    }

    /** Returns why a run that is invalid counts nevertheless; empty if it does not. */
    private Optional<String> tolerated(PlannedStep step, RunSummary invalid) {
        if (step.step().prepares() && !selected.spec().measures(step.step().name())) {
            return Optional.of(invalid)
                    .filter(RunSummary::invalidOnlyByClient)
                    .map(found -> "its time does not count ("
                            + found.exitCodes().getFirst().reason() + "); its data does");
        }
        OptionalLong limit = selected.scale().clientDelayMs();
        if (limit.isEmpty() || !invalid.invalidOnlyByDelay(limit.getAsLong())) {
            return Optional.empty();
        }
        return invalid.client()
                .map(client -> "the client's own delay had a p99 of "
                        + HumanNumbers.amount(client.ownLagP99Ms()) + " ms; this scale allows "
                        + limit.getAsLong() + " ms");
    }

    private static StepOutcome outcome(ExitCode code) {
        return switch (code) {
            case OK, EXPECTATION, DATA, REGRESSION -> StepOutcome.DONE;
            case USAGE, INVALID -> StepOutcome.NOT_APPLICABLE;
            case INTERNAL_ERROR, UNREACHABLE, NOT_HEALED -> StepOutcome.FAILED;
            case INTERRUPTED, TERMINATED -> StepOutcome.INTERRUPTED;
        };
    }

    /**
     * Returns why a run is invalid that would count but for another reason than its client's delay; else the front end's own error message:
     * the first line that names an error, with those that continue it; else the meaning of the exit code.
     */
    private String reason(PlannedStep step, Optional<RunSummary> invalid, int exitCode) throws IOException {
        Path output = folder.step(step).resolve(FrontEndProcess.OUTPUT);
        List<String> lines =
                Files.exists(output) ? FileTrees.printed(output).lines().toList() : List.of();
        return invalid.flatMap(this::beyondDelay)
                .or(() -> first(lines, "error: "))
                .or(() -> first(lines, "exit " + exitCode + ": "))
                .or(() -> first(lines, "squall: "))
                .map(SecretMasking::mask)
                .orElse("exit " + exitCode + ": " + ExitCode.of(exitCode).meaning());
    }

    private Optional<String> beyondDelay(RunSummary invalid) {
        OptionalLong limit = selected.scale().clientDelayMs();
        return limit.isPresent() ? invalid.invalidBeyondDelay(limit.getAsLong()) : Optional.empty();
    }

    private static Optional<String> first(List<String> lines, String prefix) {
        return IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).startsWith(prefix))
                .mapToObj(i -> Stream.concat(
                                Stream.of(lines.get(i).substring(prefix.length())),
                                lines.stream().skip(i + 1).takeWhile(line -> line.startsWith("    ")))
                        .map(String::strip)
                        .collect(Collectors.joining(" ")))
                .findFirst();
    }
}
