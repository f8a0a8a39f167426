package squall.apps.cli;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.apps.AppContext;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.cli.SessionRamp.RampSettings;
import squall.apps.run.AppAssignment;
import squall.cli.CommandEnvironment;
import squall.cli.StopRules;
import squall.cli.command.ClientSettings;
import squall.cli.command.RunTags;
import squall.cli.command.RunTerms;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.StopRule;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.ErrorBudget;

/** A command line understood: all of it is checked before anything is connected to. */
record SampleAppSettings(
        SampleApp app,
        ParsedOptions given,
        KeySettings ground,
        WorkerCounts workers,
        Optional<RampSettings> ramp,
        AppContext setting,
        AppAssignment assignment,
        LoadPlan plan,
        RunTerms terms,
        ClientSettings clients) {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int SEEDS = 1_000_000_000;

    static SampleAppSettings of(SampleApp app, ParsedOptions given, List<String> words, CommandEnvironment surroundings)
            throws CommandException {
        return of(
                app,
                given,
                ClientSettings.of(
                        new ClientSettings.ClientWords(
                                given.text("clients").orElse(""),
                                given.text("client").orElse(""),
                                given.text("client-run").orElse(""),
                                given.text("client-wait").orElse(""),
                                given.text("start-at").orElse("")),
                        surroundings.environment()),
                words,
                surroundings);
    }

    static SampleAppSettings of(
            SampleApp app,
            ParsedOptions given,
            ClientSettings clients,
            List<String> words,
            CommandEnvironment surroundings)
            throws CommandException {
        given.require(app);
        AppTableSetup.require(given);
        KeySettings ground = KeySettings.of(given, app, clients.runName());
        SharedAppRun.require(app, given, ground, clients.split());
        WorkerCounts workers = WorkerCounts.of(given, app.profile().drive());
        AppContext setting = new AppContext(ground.table(), ground.texts(), given.own(app));
        require(app, setting);
        long seed = given.number("seed", clients.seed().orElseGet(() -> new SecureRandom().nextInt(SEEDS)), 0);
        AppAssignment assignment = assignment(app, given, ground, workers, clients.split(), seed);
        return new SampleAppSettings(
                app,
                given,
                ground,
                workers,
                RampSettings.of(given),
                setting,
                assignment,
                plan(app, given, workers, assignment),
                new RunTerms(
                        results(given, surroundings),
                        budget(given),
                        RunTags.of(given.tags(), surroundings),
                        reproduce(given, words, seed)),
                clients);
    }

    /** The same with another number of sessions. */
    SampleAppSettings manned(WorkerCounts others) throws CommandException {
        AppAssignment other = assignment.manned(others.roles(assignment.split()));
        return new SampleAppSettings(
                app, given, ground, others, ramp, setting, other, plan(app, given, others, other), terms, clients);
    }

    /** The same without sessions that would have nothing to do. */
    SampleAppSettings busy() throws CommandException {
        return manned(workers.busy(assignment));
    }

    private static void require(SampleApp app, AppContext setting) throws CommandException {
        try {
            app.require(setting);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, named(app, String.valueOf(e.getMessage())), e);
        }
    }

    /** Options say of their own which workload they are of. */
    private static String named(SampleApp app, String message) {
        String prefix = app.profile().name() + ": ";
        return message.startsWith(prefix) ? message : prefix + message;
    }

    private static AppAssignment assignment(
            SampleApp app, ParsedOptions given, KeySettings ground, WorkerCounts workers, ClientSplit split, long seed)
            throws CommandException {
        long writes = given.number("num_writes", app.profile().drive().writes(), -1);
        long reads = given.number("num_reads", app.profile().drive().reads(), -1);
        long room = ground.keys() - ground.present();
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
        if (batch > ground.keys()) {
            throw CommandException.usage(batches + " is more than the " + ground.keys() + " keys there are"
                    + (given.has("num_unique_keys") ? " by --num_unique_keys" : ""));
        }
        if (batch > 1 && workers.perSecond().isPresent()) {
            throw CommandException.usage(batches + " cannot have a rate: leave out "
                    + given.named("rate", "read_rate", "write_rate") + ", or give --batch_size 1");
        }
        return new AppAssignment(
                ground.keys(),
                ground.present(),
                bounded ? room : writes,
                reads,
                given.has("end_with_writes"),
                batch,
                ground.tables(),
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
                        stopRules(given))
                .of(assignment.split());
    }

    /**
     * On a schedule the run ends where the reads or the writes do; without one each session ends by itself, unless all of them share one
     * number of transactions.
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

    private static List<StopRule> stopRules(ParsedOptions given) throws CommandException {
        Optional<String> text = given.text("abort-on");
        if (text.isEmpty()) {
            return List.of();
        }
        return StopRules.parse(text.get())
                .orElseThrow(() -> CommandException.usage(
                        "--abort-on must be " + StopRules.WANTED + ", not '" + text.get() + "'"));
    }

    private static ErrorBudget budget(ParsedOptions given) throws CommandException {
        try {
            return ErrorBudget.parse(given.text("error-budget").orElse("0"));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--error-budget: " + e.getMessage(), e);
        }
    }

    private static Path results(ParsedOptions given, CommandEnvironment surroundings) {
        String folder = surroundings.results(given.text("results"));
        return surroundings.folder().resolve(folder).toAbsolutePath().normalize();
    }

    private static List<String> reproduce(ParsedOptions given, List<String> words, long seed) {
        List<String> command = new ArrayList<>(List.of("bin/sample-apps"));
        command.addAll(words);
        if (!given.has("seed")) {
            command.add("--seed=" + seed);
        }
        return command;
    }

    /** What several clients can do together: each has keys of its own, writes no other and judges no other. */
    private static final class SharedAppRun {
        private SharedAppRun() {}

        /** @throws CommandException if one of several clients cannot do its part of this, before anything is touched */
        static void require(SampleApp app, ParsedOptions given, KeySettings ground, ClientSplit split)
                throws CommandException {
            Optional<String> refusal = split.shared() ? refusal(app, given, ground, split.clients()) : Optional.empty();
            if (refusal.isPresent()) {
                throw CommandException.usage(refusal.get());
            }
        }

        private static Optional<String> refusal(SampleApp app, ParsedOptions given, KeySettings ground, int clients)
                throws CommandException {
            String name = app.profile().name();
            if (!app.divisible()) {
                return Optional.of(name + " is for a single client: its check must know every write");
            }
            String emptied = given.named("truncate", "drop_table_name");
            if (!emptied.isEmpty()) {
                return Optional.of("with " + emptied + " one of " + clients
                        + " clients would delete what the others wrote: let a single client do that before they start");
            }
            if (RampSettings.of(given).isPresent()) {
                return Optional.of(
                        "the number of sessions cannot be 'auto' with " + clients + " clients: give a number");
            }
            if (ground.keys() < clients) {
                return Optional.of(name + " has " + ground.keys() + " keys, which are too few for " + clients
                        + " clients: raise --num_unique_keys");
            }
            if (ground.present() > 0 && ground.present() < ground.keys()) {
                return Optional.of("of the " + ground.keys() + " keys of --num_unique_keys " + ground.present()
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
