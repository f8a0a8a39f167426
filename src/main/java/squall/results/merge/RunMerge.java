package squall.results.merge;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.ExitCodes;
import squall.cli.JudgedRun;
import squall.measure.SuccessGaps;
import squall.measure.Tick;
import squall.results.Figure;
import squall.results.FiguresFile;
import squall.results.RunDirectory;
import squall.run.RunResult;
import squall.spi.CheckResult;

/**
 * The runs of several clients as one run: written by the same writer as every run, so that every reader reads it.
 *
 * <p>Second 0 of each client is second 0 of the merged run.
 */
public final class RunMerge {
    private final List<Part> parts;

    private RunMerge(List<Part> parts) {
        this.parts = parts;
    }

    /**
     * @param skew how far apart the runs may have begun
     * @throws CommandException if a run cannot be read or used, or they are not alike; the message says which and why
     */
    public static RunMerge of(List<Path> runs, Duration skew) throws CommandException {
        List<Part> parts = new ArrayList<>();
        try {
            for (Path run : runs) {
                parts.add(Part.read(run));
            }
        } catch (IOException e) {
            throw CommandException.of("cannot merge: ", e);
        }
        parts.sort(Comparator.comparing(Part::startedAt));
        Optional<String> complaint = new Likeness(skew).complaint(parts);
        if (complaint.isPresent()) {
            throw new CommandException(ExitCode.USAGE, "cannot merge: " + complaint.get());
        }
        return new RunMerge(List.copyOf(parts));
    }

    /**
     * Writes the merged run.
     *
     * @param results where its directory is made
     * @param command as typed
     * @throws CommandException if a file of a run is damaged, or the directory cannot be made
     */
    public MergedRun write(Path results, List<String> command) throws CommandException {
        try {
            return written(results, command);
        } catch (IOException e) {
            throw CommandException.of("cannot merge: ", e);
        }
    }

    private MergedRun written(Path results, List<String> command) throws IOException {
        List<CheckResult> checks = Checks.of(parts);
        List<Figure> figures = figures();
        try (RunDirectory directory = RunDirectory.create(results, Origins.info(parts, command), Instant.now())) {
            directory.started(parts.getFirst().startedAt().toEpochMilli());
            SuccessGaps gaps = copySeconds(directory);
            Events.copy(parts, directory);
            if (!figures.isEmpty()) {
                directory.keep(path -> FiguresFile.write(path, figures));
            }
            RunResult result = sum(gaps);
            ExitCodes codes = directory.finish(result, checks, reasons());
            return new MergedRun(directory.path(), new JudgedRun(result, checks, codes), figures);
        }
    }

    private RunResult sum(SuccessGaps gaps) {
        List<RunResult> results = parts.stream().map(Part::result).toList();
        long endNs = results.stream().mapToLong(RunResult::elapsedNs).max().orElse(0);
        return Results.sum(results, gaps.longest(endNs));
    }

    private SuccessGaps copySeconds(RunDirectory directory) throws IOException {
        SuccessGaps gaps = new SuccessGaps();
        try (Seconds seconds = new Seconds()) {
            for (Part part : parts) {
                seconds.open(part);
            }
            for (Optional<Tick> tick = seconds.next(); tick.isPresent(); tick = seconds.next()) {
                directory.closed(tick.get());
                gaps.tick(tick.get());
            }
        }
        return gaps;
    }

    /** A figure that one of them lacks is none of all. */
    private List<Figure> figures() {
        return parts.getFirst().figures().stream()
                .flatMap(figure -> sum(figure.name()).stream())
                .toList();
    }

    private Optional<Figure> sum(String name) {
        List<Figure> same = parts.stream()
                .flatMap(part -> part.figures().stream())
                .filter(figure -> figure.name().equals(name))
                .toList();
        return same.size() == parts.size() ? same.stream().reduce(Figure::plus) : Optional.empty();
    }

    /** Why the parts did not end with 0. */
    private ExitCodes reasons() {
        ExitCodes codes = ExitCodes.OK;
        for (Part part : parts) {
            for (JsonNode reason : part.summary("exit_codes")) {
                codes = codes.and(
                        ExitCode.of(reason.path("code").asInt()),
                        part.id() + ": " + reason.path("reason").asText());
            }
        }
        return codes;
    }
}
