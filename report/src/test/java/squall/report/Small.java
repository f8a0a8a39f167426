package squall.report;

import static squall.results.Runs.LOST;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.UPDATE;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.summary;
import static squall.results.Runs.tick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.Tick;
import squall.results.RunDirectory;
import squall.results.RunInfo;
import squall.results.Runs;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

/** Run of four seconds: reads in all but the third, in which an update's outcome stays unknown; the last has a read refused. */
public final class Small {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final List<Tick> TICKS = List.of(
            tick(0, second(READ, microseconds(1_000, 2_000)), second(UPDATE, microseconds())),
            tick(1, second(READ, microseconds(1_500)), second(UPDATE, microseconds())),
            tick(2, second(READ, microseconds()), second(UPDATE, microseconds(), LOST)),
            tick(3, second(READ, microseconds(4_000), SERIALIZATION), second(UPDATE, microseconds())));

    private Small() {}

    /** Writes a run that came to its end. */
    public static Path complete(Path results) throws IOException {
        return complete(results, new CheckResult("rows", CheckResult.Verdict.PASSED, "4 of 4 found"));
    }

    /** Writes the same run with these checks of its data. */
    public static Path complete(Path results, CheckResult... checked) throws IOException {
        return complete(
                results,
                Runs.result(
                        new RunEnding.Complete(),
                        summary(READ, microseconds(1_000, 2_000, 1_500, 4_000), Map.of(SERIALIZATION, 1L)),
                        summary(UPDATE, microseconds(), Map.of(LOST, 1L))),
                checked);
    }

    /** Writes the same seconds with another result of the run. */
    public static Path complete(Path results, RunResult result, CheckResult... checked) throws IOException {
        return ended(begun(results, TICKS), result, checked);
    }

    /** Writes a run with other seconds. */
    public static Path complete(Path results, List<Tick> ticks, RunResult result) throws IOException {
        return ended(begun(results, ticks), result);
    }

    private static Path ended(RunDirectory directory, RunResult result, CheckResult... checked) throws IOException {
        directory.keep(path -> FiguresFile.write(
                path,
                List.of(WorkloadFigure.sum("tpmC", "", 257.2), WorkloadFigure.percent("efficiency", 257.2, 128.6))));
        List<CheckResult> checks = List.of(checked);
        directory.finish(result, checks, ExitReasons.of(result, checks, ErrorBudget.NONE));
        asIfCommitted(directory.path().resolve("manifest.json"));
        return directory.path();
    }

    /** Removes the mark of uncommitted changes: a report shows it, and these tests are run from such builds too. */
    private static void asIfCommitted(Path manifest) throws IOException {
        Files.writeString(manifest, Files.readString(manifest).replaceFirst("\"dirty\" ?: ?true", "\"dirty\": false"));
    }

    /** Writes a run that is still under way. @return its directory, to be closed */
    public static RunDirectory begun(Path results) throws IOException {
        return begun(results, TICKS);
    }

    private static RunDirectory begun(Path results, List<Tick> ticks) throws IOException {
        RunDirectory directory = RunDirectory.create(results, info(), NOON);
        directory.started(NOON.toEpochMilli());
        ticks.forEach(directory::closed);
        return directory;
    }

    /** Writes a run whose first second is not over. @return its directory, to be closed */
    public static RunDirectory unbegun(Path results) throws IOException {
        return RunDirectory.create(results, info(), NOON);
    }

    private static RunInfo info() {
        return new RunInfo(
                "workload|a",
                "postgresql",
                List.of("bin/ycsb", "run", "-p", "db.passwd=hunter2", "-p", "label=<b>&"),
                42,
                Map.of("repeatable", false),
                Map.of(),
                new DatabaseInfo(
                        "postgresql",
                        "PostgreSQL 17.5 on x86_64, compiled by gcc",
                        List.of("127.0.0.1:5432"),
                        Map.of("fsync", "on")),
                Map.of());
    }
}
