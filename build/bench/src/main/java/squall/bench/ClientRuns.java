package squall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.OutcomeNumbers;
import squall.measure.RunWindows;
import squall.measure.SampleCode;
import squall.measure.Timeline;
import squall.measure.Window;
import squall.results.RunDirectory;
import squall.results.RunInfo;
import squall.results.RunPart;
import squall.spi.DatabaseInfo;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

/**
 * Generator of the run directories of many clients: {@code ClientRuns FOLDER CLIENTS SECONDS PER_SECOND}. The first is written as a run
 * writes it; the others are copies of it with records of their own and linked streams.
 */
final class ClientRuns {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final long SECOND_NS = 1_000_000_000L;
    private static final List<Operation> OPERATIONS =
            List.of(new Operation(0, "READ", false), new Operation(1, "UPDATE", false));

    private ClientRuns() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        int clients = Integer.parseInt(args[1]);
        Path first = write(folder, clients, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        for (int client = 1; client < clients; client++) {
            copy(first, client);
        }
    }

    private static Path write(Path folder, int clients, int seconds, int perSecond) throws IOException {
        OutcomeNumbers outcomes = new OutcomeNumbers();
        Timeline timeline = new Timeline(
                OPERATIONS,
                new RunWindows(List.of(new Window("measured", Window.Kind.STEADY, 0, Long.MAX_VALUE))),
                outcomes);
        RunInfo info = new RunInfo(
                "synthetic",
                "none",
                List.of("build/bench/clients"),
                1,
                Map.of(
                        RunPart.FACT,
                        new RunPart(0, clients, "synthetic", OptionalDouble.of(0.5), OptionalDouble.of(1))),
                Map.of(),
                DatabaseInfo.NONE,
                Map.of());
        try (RunDirectory directory = RunDirectory.create(folder, info, NOON)) {
            directory.started(NOON.toEpochMilli());
            SplittableRandom random = new SplittableRandom(1);
            for (int second = 0; second < seconds; second++) {
                for (int n = 0; n < perSecond; n++) {
                    long dueNs = second * SECOND_NS + n * SECOND_NS / perSecond;
                    long doneNs = dueNs + 100_000 + (long) (-1_000_000 * Math.log(1 - random.nextDouble()));
                    timeline.sample(SampleCode.of(n % 2, outcomes.id(Outcome.OK), 1), dueNs, dueNs, doneNs);
                }
            }
            long endNs = seconds * SECOND_NS;
            timeline.finish(endNs, directory::closed);
            long turns = (long) seconds * perSecond;
            RunResult result = new RunResult(
                    new RunEnding.Complete(),
                    endNs,
                    new RunResult.TurnCount(turns, turns, turns, timeline.unfinishedWait()),
                    new RunResult.RunMeasurement(
                            timeline.total(endNs), timeline.windows(endNs), OptionalDouble.empty()),
                    0,
                    RunResult.ClientHealth.GOOD);
            directory.finish(result, List.of(), ExitReasons.of(result, List.of(), ErrorBudget.NONE));
            return directory.path();
        }
    }

    private static void copy(Path first, int client) throws IOException {
        String id = first.getFileName().toString();
        String name = id + "-" + String.format(Locale.ROOT, "%06d", client);
        Path target = Files.createDirectory(first.resolveSibling(name));
        try (Stream<Path> all = Files.walk(first)) {
            for (Path file : all.skip(1).toList()) {
                Path copy = target.resolve(first.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectory(copy);
                } else if (file.toString().endsWith(".json")) {
                    Files.writeString(
                            copy,
                            Files.readString(file)
                                    .replace("\"" + id + "\"", "\"" + name + "\"")
                                    .replaceFirst("\"client\" ?: ?0", "\"client\": " + client));
                } else {
                    Files.createLink(copy, file);
                }
            }
        }
    }
}
