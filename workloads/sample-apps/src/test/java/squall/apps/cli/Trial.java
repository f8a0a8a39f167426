package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import squall.apps.AppContext;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.KeyValueFormat;
import squall.apps.SampleAppCatalog;
import squall.apps.run.AppAssignment;
import squall.apps.run.AppLoad;
import squall.apps.run.CqlAppTables;
import squall.apps.run.SessionRoles;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.Keyspace;
import squall.engine.LoadRun;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.spi.CheckResult;
import squall.spi.Options;

/** Trial of one workload on a table of its own, run and judged without the command around it. */
record Trial(CqlApp app, CqlAppContext setting, AppLoad load, AppAssignment assignment) {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** Creates the tables. @param words its name, and options of its own as {@code name=value} @param database stays open */
    static Trial over(CqlDatabase database, String words, String table, long keys, long writes, long reads)
            throws IOException, InterruptedException {
        CqlApp app = app(words);
        CqlAppContext setting = setting(words, table, database.dialect());
        AppAssignment assignment = new AppAssignment(
                keys,
                0,
                writes,
                reads,
                false,
                Math.clamp(keys / 20, 1, app.profile().batch()),
                AppAssignment.Tables.KEEP,
                new SessionRoles.BySession(3),
                7,
                ClientSplit.WHOLE);
        AppLoad load =
                new AppLoad(setting.run(), assignment, new CqlAppTables(app, setting, database, Optional.empty()));
        load.setUp();
        return new Trial(app, setting, load, assignment);
    }

    static CqlApp app(String words) {
        return (CqlApp) SampleAppCatalog.load().find(words.split(" ", -1)[0]).orElseThrow();
    }

    static CqlAppContext setting(String words, String table, CqlDialect dialect) {
        Map<String, String> options = new TreeMap<>();
        for (String option : words.split(" ", -1)) {
            if (option.contains("=")) {
                options.put(option.replaceFirst("=.*", ""), option.replaceFirst(".*=", ""));
            }
        }
        AppContext setting = new AppContext(table, new KeyValueFormat("key", 0), new Options(words, options));
        return new CqlAppContext(setting, dialect, new Keyspace("ybdemo_keyspace", ""), 0, false);
    }

    /** Runs the workload. @return the number of acknowledged operations */
    long run() throws InterruptedException {
        LoadPlan plan = new LoadPlan(
                5,
                new LoadPace.Closed(),
                OptionalLong.empty(),
                Optional.of(LONGEST),
                Duration.ZERO,
                LONGEST,
                assignment.seed(),
                LoadPlan.Threads.PLATFORM,
                List.of());
        return new LoadRun(load, plan, List.of())
                .execute().total().operations().stream()
                        .mapToLong(operation -> operation.ok())
                        .sum();
    }

    List<CheckResult> judged() throws IOException, InterruptedException {
        return load.check();
    }

    String table() {
        return setting.run().table();
    }

    /** Returns the result of the workload's own check, in one line, with this reader. */
    String check(CqlApp.CheckReader reader) throws IOException, InterruptedException {
        CheckResult result = app.check(setting, reader).getFirst();
        return result.name() + " " + result.verdict() + ": " + result.detail();
    }
}
