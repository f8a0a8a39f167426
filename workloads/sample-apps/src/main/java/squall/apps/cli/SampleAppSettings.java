package squall.apps.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.apps.AppContext;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.run.AppAssignment;
import squall.apps.run.SessionRoles;
import squall.cli.CommandEnvironment;
import squall.cli.command.ClientSettings;
import squall.cli.command.RunOptions;
import squall.cli.command.RunSeed;
import squall.cli.command.RunTerms;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPlan;
import squall.system.CommandException;

/** Settings of a command line, all of which are checked before the first connection. */
record SampleAppSettings(
        SampleApp app,
        ParsedOptions given,
        KeySettings keySettings,
        WorkerCounts workers,
        Optional<SessionRamp> ramp,
        AppContext context,
        AppAssignment assignment,
        LoadPlan plan,
        RunTerms terms,
        ClientSettings clients) {
    private static final Duration GRACE = Duration.ofSeconds(10);

    static SampleAppSettings of(
            SampleApp app,
            ParsedOptions given,
            ClientSettings clients,
            List<String> words,
            CommandEnvironment environment)
            throws CommandException {
        given.require(app);
        CqlConnectionOptions.require(given);
        KeySettings keySettings = KeySettings.of(given, app, clients.runName());
        SharedAppRun.require(app, given, keySettings, clients.split());
        WorkerCounts workers = WorkerCounts.of(given, app.profile().drive());
        AppContext context = new AppContext(keySettings.table(), keySettings.texts(), given.own(app));
        require(app, context);
        requireAccord(app, context, given);
        RunSeed seed = given.run().seed(clients);
        AppAssignment assignment = assignment(app, given, keySettings, workers, clients.split(), seed.value());
        return new SampleAppSettings(
                app,
                given,
                keySettings,
                workers,
                SessionRamp.of(given),
                context,
                assignment,
                plan(app, given, workers, assignment),
                given.run().terms(environment, seed.reproduce("bin/sample-apps", words, RunOptions.SEED.option())),
                clients);
    }

    /** Returns the same settings with another number of sessions. */
    SampleAppSettings with(WorkerCounts others) throws CommandException {
        AppAssignment other = assignment.with(others.roles(assignment.split()));
        return new SampleAppSettings(
                app, given, keySettings, others, ramp, context, other, plan(app, given, others, other), terms, clients);
    }

    /** Returns the same settings for a schedule: any session may be free next, so the turn decides whether to write, unless in batches. */
    SampleAppSettings byTurn() {
        SessionRoles roles =
                new SessionRoles.ByTurn((double) workers.writers() / workers.sessions(), ClientSplit.WHOLE);
        AppAssignment other = assignment.batch() > 1 ? assignment : assignment.with(roles);
        return new SampleAppSettings(app, given, keySettings, workers, ramp, context, other, plan, terms, clients);
    }

    /** Returns the same settings without sessions that would have nothing to do. */
    SampleAppSettings busy() throws CommandException {
        return with(workers.busy(assignment));
    }

    /** Checks the options of an application whose transactions Accord orders, if it is one. */
    private static void requireAccord(SampleApp app, AppContext context, ParsedOptions given) throws CommandException {
        if (!app.accord(context)) {
            return;
        }
        String without = given.named("local_reads", "table_ttl_seconds");
        if (!without.isEmpty()) {
            throw CommandException.usage(without + ": Accord orders every read, and its rows do not expire");
        }
        if (!given.has("url") && !given.has("nodes")) {
            throw CommandException.usage(app.profile().name() + " needs a Cassandra with Accord: start one with"
                    + " 'bin/testbed up cassandra --name accord --version 6.0-alpha2', and give the address that it"
                    + " prints as --url");
        }
    }

    private static void require(SampleApp app, AppContext context) throws CommandException {
        try {
            app.require(context);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(named(app, String.valueOf(e.getMessage())), e);
        }
    }

    /** Puts the workload's name in front of a message that does not begin with it; messages of its options do. */
    private static String named(SampleApp app, String message) {
        String prefix = app.profile().name() + ": ";
        return message.startsWith(prefix) ? message : prefix + message;
    }

    private static AppAssignment assignment(
            SampleApp app,
            ParsedOptions given,
            KeySettings keySettings,
            WorkerCounts workers,
            ClientSplit split,
            long seed)
            throws CommandException {
        long writes = given.number("num_writes", app.profile().drive().writes(), -1);
        long reads = given.number("num_reads", app.profile().drive().reads(), -1);
        long room = keySettings.keys() - keySettings.present();
        if (!app.updates() && given.has("num_writes") && writes > room) {
            throw CommandException.usage(app.profile().name() + " writes each key once: --num_writes " + writes
                    + " is more than the " + room + " keys of --num_unique_keys that are not there yet");
        }
        boolean bounded = !app.updates() && (writes < 0 || writes > room);
        int batch = Math.toIntExact(given.number("batch_size", app.profile().batch(), 1));
        if (given.has("end_with_writes") && (bounded ? room : writes) < 0) {
            throw CommandException.usage("--end_with_writes needs writes that have an end: give --num_writes");
        }
        String batches = given.has("batch_size")
                ? "--batch_size " + batch
                : app.profile().name() + " works on " + batch
                        + " keys at a time unless --batch_size says otherwise, which";
        if (batch > keySettings.keys()) {
            throw CommandException.usage(batches + " is more than the " + keySettings.keys() + " keys there are"
                    + (given.has("num_unique_keys") ? " by --num_unique_keys" : ""));
        }
        if (batch > 1 && workers.perSecond().isPresent()) {
            throw CommandException.usage(batches + " cannot have a rate: leave out "
                    + given.named("rate", "read_rate", "write_rate") + ", or give --batch_size 1");
        }
        return new AppAssignment(
                keySettings.keys(),
                keySettings.present(),
                bounded ? room : writes,
                reads,
                given.has("end_with_writes"),
                batch,
                keySettings.tables(),
                workers.roles(split),
                seed,
                split);
    }

    private static LoadPlan plan(SampleApp app, ParsedOptions given, WorkerCounts workers, AppAssignment assignment)
            throws CommandException {
        long seconds = given.number("run_time", -1, -1);
        return new LoadPlan(
                        workers.sessions(),
                        workers.pace(),
                        turns(app, workers, assignment),
                        seconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds)),
                        Duration.ofSeconds(given.number("warmup", 0, 0)),
                        GRACE,
                        assignment.seed(),
                        LoadPlan.Threads.suiting(workers.sessions()),
                        given.run().stopRules())
                .of(assignment.split());
    }

    /**
     * Returns the number of turns. On a schedule the run ends when the reads or the writes do; without one each session ends by itself,
     * unless all of them share one number of transactions.
     */
    private static OptionalLong turns(SampleApp app, WorkerCounts workers, AppAssignment assignment) {
        if (app instanceof IsolationApp) {
            return assignment.writes() < 0 ? OptionalLong.empty() : OptionalLong.of(assignment.writes());
        }
        if (workers.perSecond().isEmpty()) {
            return OptionalLong.empty();
        }
        // Each client has the same number of turns, or one might run out of keys.
        int clients = assignment.split().clients();
        double ofWrites = most(assignment.writes(), clients, workers.writeShare());
        double ofReads = most(assignment.reads(), clients, 1 - workers.writeShare());
        double turns = Math.min(ofWrites, ofReads);
        long ofEach = (long) turns;
        return Double.isInfinite(turns) ? OptionalLong.empty() : OptionalLong.of(ofEach * clients);
    }

    private static double most(long limit, int clients, double share) {
        long ofEach = limit / clients;
        return limit < 0 || share == 0 ? Double.POSITIVE_INFINITY : ofEach / share;
    }

    /** Validation of a run that several clients share: each has keys of its own, and writes and judges no others. */
    private static final class SharedAppRun {
        private SharedAppRun() {}

        /** @throws CommandException if several clients cannot share this run, before anything is changed */
        static void require(SampleApp app, ParsedOptions given, KeySettings keySettings, ClientSplit split)
                throws CommandException {
            Optional<String> refusal =
                    split.shared() ? refusal(app, given, keySettings, split.clients()) : Optional.empty();
            if (refusal.isPresent()) {
                throw CommandException.usage(refusal.get());
            }
        }

        private static Optional<String> refusal(
                SampleApp app, ParsedOptions given, KeySettings keySettings, int clients) throws CommandException {
            String name = app.profile().name();
            if (!app.divisible()) {
                return Optional.of(name + " is for a single client: its check must know every write");
            }
            String emptied = given.named("truncate", "drop_table_name");
            if (!emptied.isEmpty()) {
                return Optional.of("with " + emptied + " one of " + clients
                        + " clients would delete what the others wrote: let a single client do that before they start");
            }
            if (SessionRamp.of(given).isPresent()) {
                return Optional.of(
                        "the number of sessions cannot be 'auto' with " + clients + " clients: give a number");
            }
            if (keySettings.keys() < clients) {
                return Optional.of(name + " has " + keySettings.keys() + " keys, which are too few for " + clients
                        + " clients: raise --num_unique_keys");
            }
            if (keySettings.present() > 0 && keySettings.present() < keySettings.keys()) {
                return Optional.of(
                        "of the " + keySettings.keys() + " keys of --num_unique_keys " + keySettings.present()
                                + " are there already: with " + clients + " clients that must be all or none");
            }
            for (String count :
                    Stream.of("num_writes", "num_reads").filter(given::has).toList()) {
                long number = given.number(count, -1, -1);
                if (number > 0 && number < clients) {
                    return Optional.of(
                            "--" + count + " " + number + " is less than one for each of " + clients + " clients");
                }
            }
            return Optional.empty();
        }
    }
}
