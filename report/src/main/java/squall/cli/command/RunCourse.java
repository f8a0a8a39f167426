package squall.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.cli.RunSignals;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.results.RepetitionSummary;
import squall.results.RunDirectory;
import squall.results.recorded.ServerActivity;
import squall.verdict.AdversitySummary;
import squall.verdict.ExitReasons;

/** Course of a {@link MeasuredRun}: who ends it, what judges it besides its checks, and what is displayed. Methods are called in this order. */
interface RunCourse {
    FrontEnd frontEnd();

    /** Returns the listeners that this course needs besides those of every run. */
    List<RunListener> listeners(ProgressConsole console, PreparedLoad job);

    /** Executes the run until its load, this course or a signal ends it. */
    RunResult run(LoadRun run, RunSignals signals, RunDirectory directory) throws InterruptedException;

    /** Judges the run after the checks. @param codes reasons for an exit code that every run may have @param run its directory's name */
    CourseVerdict judge(ExitReasons codes, String run) throws IOException, InterruptedException;

    /** Returns the figures of the summary. @param own those of the front end */
    List<String> figures(
            List<String> own, Optional<ServerActivity> server, RunObservation observation, ProgressConsole console);

    /** Returns whether the summary has the tables of the operations. */
    boolean whole(ProgressConsole console);

    /** Verdict of a course, with the members of {@code summary.json} that are about phases. */
    record CourseVerdict(
            ExitReasons codes, Optional<AdversitySummary> adversity, Optional<RepetitionSummary> repetitions) {}

    /** Returns figures of the front end, followed by those of the database's own metrics. */
    static List<String> measured(List<String> own, Optional<ServerActivity> server) {
        List<String> all = new ArrayList<>(own);
        server.ifPresent(activity -> all.addAll(activity.lines()));
        return all;
    }

    /** Course of a run without phases, which ends when its plan is done. */
    record PlannedCourse(FrontEnd frontEnd) implements RunCourse {
        @Override
        public List<RunListener> listeners(ProgressConsole console, PreparedLoad job) {
            return List.of(console.progress(job.heading(), job.plan()));
        }

        @Override
        public RunResult run(LoadRun run, RunSignals signals, RunDirectory directory) throws InterruptedException {
            signals.endRun(run::stop, run::stopNow);
            return run.execute();
        }

        @Override
        public CourseVerdict judge(ExitReasons codes, String run) {
            return new CourseVerdict(codes, Optional.empty(), Optional.empty());
        }

        @Override
        public boolean whole(ProgressConsole console) {
            return true;
        }

        @Override
        public List<String> figures(
                List<String> own,
                Optional<ServerActivity> server,
                RunObservation observation,
                ProgressConsole console) {
            List<String> all = measured(own, server);
            observation.end().forEach(line -> all.addAll(console.screen().wrap(line)));
            return all;
        }
    }
}
