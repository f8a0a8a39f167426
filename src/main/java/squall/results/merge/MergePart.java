package squall.results.merge;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import squall.engine.RunResult;
import squall.results.Manifest;
import squall.results.RunPart;
import squall.results.RunPart.DataShare;
import squall.results.RunSummary;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.StoredResult;
import squall.system.InvalidFileException;

/** Part of a merge: one client's run, without its histograms and its seconds, as there may be many clients. */
record MergePart(RecordedRun run, List<WorkloadFigure> figures) {
    /** @throws IOException if it is not a run directory; the message names the file */
    static MergePart read(Path path) throws IOException {
        RecordedRun run = RecordedRun.read(path);
        return new MergePart(run, run.figures());
    }

    String id() {
        return manifest().runId();
    }

    /** Returns the time of second 0 by the client's own clock. */
    Instant startedAt() {
        return manifest().begin().orElseThrow();
    }

    /** Returns the time of second 0 by the database's clock, if the clocks were compared. */
    Instant startedAtThere() {
        double offsetMs = part().map(RunPart::clockOffsetMs)
                .orElse(OptionalDouble.empty())
                .orElse(0);
        return startedAt().plusNanos(Math.round(1e6 * offsetMs));
    }

    Optional<DataShare> share() {
        return DataShare.of(manifest());
    }

    /** Returns the client's part; empty if the run was not shared. */
    Optional<RunPart> part() {
        return RunPart.of(manifest());
    }

    /** Returns whether the run completed all planned operations. */
    boolean complete() {
        return run.state() == RunState.COMPLETE && run.summary().isPresent();
    }

    /** Describes why the run is not complete, in a few words. */
    String whyIncomplete() throws IOException {
        Optional<RunSummary> summary = run.summary();
        if (summary.isEmpty()) {
            return (run.state() == RunState.RUNNING ? "has not ended" : "died") + " after "
                    + run.seconds().stream()
                            .mapToLong(second -> second.second() + 1)
                            .max()
                            .orElse(0) + " s";
        }
        return "is " + run.state().label()
                + summary.get().exitCodes().stream()
                        .findFirst()
                        .map(reason -> ": " + reason.reason())
                        .orElse("");
    }

    Manifest manifest() {
        return run.manifest();
    }

    /** @throws IllegalStateException if there is none */
    RunSummary summary() {
        return run.summary().orElseThrow(() -> new IllegalStateException(run.path() + " has no summary"));
    }

    /** Reads its histograms, at each call. @throws IOException if it is not complete, or a file is missing or damaged */
    RunResult result() throws IOException {
        return StoredResult.read(run);
    }

    /** @throws IOException if its figures cannot be used */
    void requireComplete() throws IOException {
        Optional<Manifest.Imported> imported = manifest().imported();
        if (imported.isPresent()) {
            throw new InvalidFileException(
                    run.path() + " was imported from " + imported.get().from() + ", only runs of squall can be merged");
        }
        if (run.summary().isEmpty()) {
            throw new InvalidFileException(run.path() + " has no summary.json: it did not come to its end");
        }
        if (!complete()) {
            throw new InvalidFileException(
                    run.path() + " is " + run.state().label() + ", only a complete run can be used");
        }
    }

    /** @throws IOException if a member that every complete run has is missing */
    void requireMembers() throws IOException {
        if (manifest().begin().isEmpty()) {
            throw new InvalidFileException(run.path().resolve(Manifest.NAME) + ": started_at is missing");
        }
        if (summary().total().isEmpty()) {
            throw new InvalidFileException(run.path().resolve(RunSummary.NAME) + ": total is missing");
        }
    }
}
