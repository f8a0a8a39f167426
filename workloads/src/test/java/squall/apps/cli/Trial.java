package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import squall.apps.Catalogue;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.Setting;
import squall.apps.Texts;
import squall.apps.run.AppLoad;
import squall.apps.run.Assignment;
import squall.apps.run.CqlTables;
import squall.apps.run.Roles;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.Keyspace;
import squall.run.Pace;
import squall.run.Plan;
import squall.run.Run;
import squall.spi.CheckResult;
import squall.spi.Options;

/** One workload on a table of its own, run and judged without the command around it. */
record Trial(CqlApp app, CqlSetting setting, AppLoad load, Assignment assignment) {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** Makes the tables. @param words its name, and options of its own as {@code name=value} @param database stays open */
    static Trial over(CqlDatabase database, String words, String table, long keys, long writes, long reads)
            throws IOException, InterruptedException {
        CqlApp app = app(words);
        CqlSetting setting = setting(words, table, database.dialect());
        Assignment assignment = new Assignment(
                keys,
                0,
                writes,
                reads,
                false,
                Math.clamp(keys / 20, 1, app.profile().batch()),
                Assignment.Tables.KEEP,
                new Roles.BySession(3),
                7);
        AppLoad load = new AppLoad(setting.run(), assignment, new CqlTables(app, setting, database));
        load.setUp();
        return new Trial(app, setting, load, assignment);
    }

    static CqlApp app(String words) {
        return (CqlApp) Catalogue.load().find(words.split(" ", -1)[0]).orElseThrow();
    }

    static CqlSetting setting(String words, String table, CqlDialect dialect) {
        Map<String, String> options = new TreeMap<>();
        for (String option : words.split(" ", -1)) {
            if (option.contains("=")) {
                options.put(option.replaceFirst("=.*", ""), option.replaceFirst(".*=", ""));
            }
        }
        Setting setting = new Setting(table, new Texts("key", 0), new Options(words, options));
        return new CqlSetting(setting, dialect, new Keyspace("ybdemo_keyspace", ""), 0, false);
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

    String table() {
        return setting.run().table();
    }

    /** The workload's own check, in one line, with this reader. */
    String check(CqlApp.Reader reader) throws IOException, InterruptedException {
        CheckResult result = app.check(setting, reader).getFirst();
        return result.name() + " " + result.verdict() + ": " + result.detail();
    }
}
