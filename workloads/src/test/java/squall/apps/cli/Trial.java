package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.apps.App;
import squall.apps.Setting;
import squall.apps.run.AppLoad;
import squall.apps.run.Assignment;
import squall.apps.run.Roles;
import squall.apps.run.Tables;
import squall.run.Pace;
import squall.run.Plan;
import squall.run.Run;
import squall.spi.CheckResult;

/** One workload on a table of its own, run and judged without the command around it. */
record Trial(String table, AppLoad load, Assignment assignment) {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** Makes the tables. @param tables stay open */
    static Trial of(App app, Setting setting, Tables tables, long keys, long writes, long reads)
            throws IOException, InterruptedException {
        Assignment assignment = new Assignment(
                keys,
                0,
                writes,
                reads,
                false,
                app.profile().batch() > 1 ? 5 : 1,
                Assignment.Tables.KEEP,
                new Roles.BySession(3),
                7);
        AppLoad load = new AppLoad(setting, assignment, tables);
        load.setUp();
        return new Trial(setting.table(), load, assignment);
    }

    /** How many operations were acknowledged. */
    long run() throws InterruptedException {
        Plan plan = new Plan(
                5,
                new Pace.Closed(),
                OptionalLong.empty(),
                Optional.of(LONGEST),
                Duration.ZERO,
                LONGEST,
                assignment.seed(),
                Plan.Threads.PLATFORM,
                List.of());
        return new Run(load, plan, List.of())
                .execute().total().operations().stream()
                        .mapToLong(operation -> operation.ok())
                        .sum();
    }

    List<CheckResult> judged() throws IOException, InterruptedException {
        return load.check();
    }
}
