package squall.results.merge;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import squall.engine.RunEvent;
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
import squall.results.RunPart.DataShare;
import squall.results.Runs;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Outcome;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

/** Writer of the run directory of a client that recorded given samples, as a real run does. */
final class Client {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final DatabaseInfo POSTGRES =
            new DatabaseInfo("postgresql", "17.5", List.of("127.0.0.1:5432"), Map.of("isolation", "serializable"));

    private static final long SECOND_NS = 1_000_000_000L;

    /** Sample of one operation, done {@code tookNs} after it was due. */
    record Sample(int operation, long dueNs, long tookNs, Outcome outcome) {}

    /** Work of a client. @param unfinished reads that were due two seconds before the end and never answered */
    record Work(List<Sample> samples, int unfinished, int seconds) {}

    /** Set-up that differs from client to client. */
    record Setup(DataShare share, Instant startedAt, DatabaseInfo database, int warmUpSeconds, Optional<RunPart> part) {
        static Setup of(int fromWarehouse, int toWarehouse) {
            return new Setup(
                    new DataShare("warehouse", fromWarehouse, toWarehouse, 10), NOON, POSTGRES, 2, Optional.empty());
        }

        Setup startedAt(Instant instant) {
            return new Setup(share, instant, database, warmUpSeconds, part);
        }

        Setup on(DatabaseInfo other) {
            return new Setup(share, startedAt, other, warmUpSeconds, part);
        }

        Setup warmedUp(int seconds) {
            return new Setup(share, startedAt, database, seconds, part);
        }

        /** Returns one of five clients. @param aheadMs of the database's clock */
        static Setup client(int client, double aheadMs) {
            return of(1 + 2 * client, 2 + 2 * client)
                    .part(new RunPart(client, 5, "job", OptionalDouble.of(aheadMs), OptionalDouble.of(1)));
        }

        Setup part(RunPart own) {
            return new Setup(share, startedAt, database, warmUpSeconds, Optional.of(own));
        }
    }

    private Client() {}

    /** Spreads samples evenly over the run; the fifth part of them slow, the hundredth part of them failed. */
    static List<Sample> samples(long seed, int count, int seconds) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(i -> new Sample(
                        i % 2,
                        (long) (random.nextDouble() * (seconds - 1) * SECOND_NS),
                        1 + random.nextInt(random.nextInt(5) == 0 ? 900_000_000 : 9_000_000),
                        random.nextInt(100) == 0 ? (i % 4 == 0 ? Runs.LOST : Runs.SERIALIZATION) : Outcome.OK))
                .toList();
    }

    static Path run(Path results, Setup setup, Work work) throws IOException {
        long endNs = work.seconds() * SECOND_NS;
        OutcomeNumbers outcomes = new OutcomeNumbers();
        Timeline timeline = new Timeline(
                List.of(Runs.READ, Runs.UPDATE),
                new RunWindows(List.of(
                        new Window("warm-up", Window.Kind.WARMUP, 0, setup.warmUpSeconds()),
                        new Window("steady", Window.Kind.STEADY, setup.warmUpSeconds(), Long.MAX_VALUE))),
                outcomes);
        for (Sample sample : work.samples()) {
            long code = SampleCode.of(sample.operation(), outcomes.id(sample.outcome()), 2);
            timeline.sample(
                    code, sample.dueNs(), sample.dueNs() + sample.tookNs() / 2, sample.dueNs() + sample.tookNs());
        }
        for (int i = 0; i < work.unfinished(); i++) {
            timeline.unfinished(Runs.READ, endNs - 2 * SECOND_NS, endNs);
        }
        try (RunDirectory directory = RunDirectory.create(results, info(setup), setup.startedAt())) {
            directory.started(setup.startedAt().toEpochMilli());
            timeline.finish(endNs, directory::closed);
            directory.event(RunEvent.of(SECOND_NS * setup.share().from(), "note", "here"));
            RunResult result = result(timeline, work, endNs);
            FiguresFile.write(directory.path(), figures(result, setup.share()));
            List<CheckResult> checks = List.of(new CheckResult("rows", CheckResult.Verdict.PASSED, "none lost"));
            directory.finish(result, checks, ExitReasons.of(result, checks, new ErrorBudget(1)));
            return directory.path();
        }
    }

    private static RunResult result(Timeline timeline, Work work, long endNs) {
        int samples = work.samples().size();
        return new RunResult(
                new RunEnding.Complete(),
                endNs,
                new RunResult.TurnCount(samples + work.unfinished(), samples, samples, timeline.unfinishedWait()),
                new RunResult.RunMeasurement(timeline.total(endNs), timeline.windows(endNs), OptionalDouble.empty()),
                0,
                new RunResult.ClientHealth(5_000_000, 1_000_000, 0.01, 3));
    }

    private static List<WorkloadFigure> figures(RunResult result, DataShare share) {
        double perMinute = result.windows().getLast().goodputPerSecond() * 60;
        return List.of(
                WorkloadFigure.sum("tpmC", "", perMinute),
                WorkloadFigure.percent("efficiency", perMinute, 12.86 * (share.to() - share.from() + 1)));
    }

    private static Map<String, Object> facts(Setup setup) {
        Map<String, Object> facts = new HashMap<>(Map.of(DataShare.FACT, setup.share(), "threads", 8));
        setup.part().ifPresent(part -> facts.put(RunPart.FACT, part));
        return facts;
    }

    private static RunInfo info(Setup setup) {
        return new RunInfo(
                "tpcc",
                "postgresql",
                List.of(
                        "bin/benchbase",
                        "--warehouses",
                        setup.share().from() + "-" + setup.share().to()),
                42,
                facts(setup),
                Map.of(),
                setup.database(),
                Map.of());
    }
}
