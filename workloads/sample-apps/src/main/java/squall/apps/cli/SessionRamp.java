package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import squall.apps.AppOperations;
import squall.apps.run.AppLoad;
import squall.cli.command.SessionSearch;
import squall.cli.command.SessionSearch.FewestWorthwhile;
import squall.cli.command.SessionSearch.SearchStep;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.spi.Operation;
import squall.system.CommandException;
import squall.system.HumanNumbers;

/**
 * Search for the number of sessions that read, or that write, by runs on the tables of the run that follows.
 *
 * @param kind whose sessions are raised
 */
record SessionRamp(Operation kind, FewestWorthwhile rule, Duration step) {
    static final String AUTO = "auto";

    /** Returns the search that the options ask for; empty if all numbers of sessions are given. */
    static Optional<SessionRamp> of(ParsedOptions given) throws CommandException {
        boolean write = given.text("num_threads_write").equals(Optional.of(AUTO));
        boolean read = given.text("num_threads_read").equals(Optional.of(AUTO));
        if (!write && !read) {
            for (String option : List.of("auto-step", "auto-p99")) {
                if (given.has(option)) {
                    throw CommandException.usage(
                            "--" + option + " needs --num_threads_write auto or --num_threads_read auto");
                }
            }
            return Optional.empty();
        }
        if (write && read) {
            throw CommandException.usage("one number of sessions can be raised at a time: give --num_threads_read or"
                    + " --num_threads_write a number");
        }
        for (String rate : List.of("rate", "read_rate", "write_rate")) {
            if (given.has(rate)) {
                throw CommandException.usage("--" + rate + " says how fast, 'auto' finds out: leave one out");
            }
        }
        return Optional.of(new SessionRamp(
                write ? AppOperations.WRITE : AppOperations.READ,
                new FewestWorthwhile(given.positive("auto-p99", "a number of milliseconds above 0, or -1")
                        .orElse(Double.POSITIVE_INFINITY)),
                Duration.ofSeconds(given.number("auto-step", 5, 1))));
    }

    /** Raises the sessions step by step. @param load set up */
    List<SearchStep> execute(AppLoad load, SampleAppSettings settings, ProgressConsole console)
            throws CommandException, IOException, InterruptedException {
        console.say("raising the sessions that " + kind.name().toLowerCase(Locale.ROOT) + ", " + step.toSeconds()
                + " s each");
        List<SearchStep> steps = search().execute(sessions -> step(load, settings, sessions), console);
        console.say(rule.why(steps) + ": " + HumanNumbers.counted(best(steps), "session"));
        return steps;
    }

    /** Returns the number of sessions to run with: one, if no step was good. */
    int best(List<SearchStep> steps) {
        return rule.best(steps).map(SearchStep::sessions).orElse(1);
    }

    /** Returns the sessions with so many of the kind that is raised. */
    WorkerCounts workers(WorkerCounts others, int sessions) {
        return kind.equals(AppOperations.WRITE) ? others.writers(sessions) : others.readers(sessions);
    }

    private SessionSearch search() {
        return new SessionSearch(rule, step);
    }

    private SearchStep step(AppLoad load, SampleAppSettings settings, int sessions)
            throws CommandException, InterruptedException {
        WorkerCounts workers = workers(settings.workers(), sessions);
        AppLoad rehearsal = load.rehearsal(workers.roles(settings.assignment().split()));
        LoadRun run = new LoadRun(rehearsal, search().plan(settings.plan(), workers.sessions()), List.of());
        return SearchStep.of(sessions, SessionSearch.run(run), kind::equals);
    }
}
