package squall.apps.cli;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.apps.App;
import squall.apps.Setting;
import squall.apps.run.Assignment;
import squall.cli.CommandException;
import squall.cli.ErrorBudget;
import squall.cli.ExitCode;
import squall.cli.StopRules;
import squall.cli.Surroundings;
import squall.command.Terms;
import squall.run.Plan;
import squall.run.StopRule;

/** A command line understood: all of it is checked before anything is connected to. */
record Order(
        App app,
        Given given,
        Ground ground,
        Crew crew,
        Optional<Ramp> ramp,
        Setting setting,
        Assignment assignment,
        Plan plan,
        Terms terms) {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int SEEDS = 1_000_000_000;
    private static final String RESULTS = "results";

    static Order of(App app, Given given, List<String> words, Surroundings surroundings) throws CommandException {
        given.require(app);
        Databases.require(given);
        Ground ground = Ground.of(given, app);
        Crew crew = Crew.of(given, app.profile().drive());
        Setting setting = new Setting(ground.table(), ground.texts(), given.own(app));
        require(app, setting);
        long seed = given.number("seed", new SecureRandom().nextInt(SEEDS), 0);
        Assignment assignment = assignment(app, given, ground, crew, seed);
        return new Order(
                app,
                given,
                ground,
                crew,
                Ramp.of(given),
                setting,
                assignment,
                plan(given, crew, assignment),
                new Terms(results(given, surroundings), budget(given), reproduce(given, words, seed)));
    }

    /** The same with another number of sessions. */
    Order manned(Crew others) throws CommandException {
        Assignment other = assignment.manned(others.roles());
        return new Order(app, given, ground, others, ramp, setting, other, plan(given, others, other), terms);
    }

    private static void require(App app, Setting setting) throws CommandException {
        try {
            app.require(setting);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, named(app, String.valueOf(e.getMessage())), e);
        }
    }

    /** Options say of their own which workload they are of. */
    private static String named(App app, String message) {
        String prefix = app.profile().name() + ": ";
        return message.startsWith(prefix) ? message : prefix + message;
    }

    private static Assignment assignment(App app, Given given, Ground ground, Crew crew, long seed)
            throws CommandException {
        long writes = given.number("num_writes", app.profile().drive().writes(), -1);
        long reads = given.number("num_reads", app.profile().drive().reads(), -1);
        long room = ground.keys() - ground.present();
        if (!app.updates() && given.has("num_writes") && writes > room) {
            throw Given.usage(app.profile().name() + " writes each key once: --num_writes " + writes
                    + " is more than the " + room + " keys of --num_unique_keys that are not there yet");
        }
        boolean bounded = !app.updates() && (writes < 0 || writes > room);
        int batch = Math.toIntExact(given.number("batch_size", app.profile().batch(), 1));
        if (given.has("end_with_writes") && (bounded ? room : writes) < 0) {
            throw Given.usage("--end_with_writes needs writes that have an end: give --num_writes");
        }
        String batches = given.has("batch_size")
                ? "--batch_size " + batch
                : app.profile().name() + " works on " + batch
                        + " keys at a time unless --batch_size says otherwise, which";
        if (batch > ground.keys()) {
            throw Given.usage(batches + " is more than the " + ground.keys() + " keys there are"
                    + (given.has("num_unique_keys") ? " by --num_unique_keys" : ""));
        }
        if (batch > 1 && crew.perSecond().isPresent()) {
            throw Given.usage(batches + " cannot have a rate: leave out "
                    + given.named("rate", "read_rate", "write_rate") + ", or give --batch_size 1");
        }
        return new Assignment(
                ground.keys(),
                ground.present(),
                bounded ? room : writes,
                reads,
                given.has("end_with_writes"),
                batch,
                ground.tables(),
                crew.roles(),
                seed);
    }

    private static Plan plan(Given given, Crew crew, Assignment assignment) throws CommandException {
        long seconds = given.number("run_time", -1, -1);
        return new Plan(
                crew.sessions(),
                crew.pace(),
                turns(crew, assignment),
                seconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds)),
                Duration.ofSeconds(given.number("warmup", 0, 0)),
                GRACE,
                assignment.seed(),
                Plan.Threads.suiting(crew.sessions()),
                stopRules(given));
    }

    /** On a schedule the run ends where the reads or the writes do; without one each session ends by itself. */
    private static OptionalLong turns(Crew crew, Assignment assignment) {
        if (crew.perSecond().isEmpty()) {
            return OptionalLong.empty();
        }
        double ofWrites = most(assignment.writes(), crew.writeShare());
        double ofReads = most(assignment.reads(), 1 - crew.writeShare());
        double turns = Math.min(ofWrites, ofReads);
        return Double.isInfinite(turns) ? OptionalLong.empty() : OptionalLong.of((long) turns);
    }

    private static double most(long limit, double share) {
        return limit < 0 || share == 0 ? Double.POSITIVE_INFINITY : limit / share;
    }

    private static List<StopRule> stopRules(Given given) throws CommandException {
        Optional<String> text = given.text("abort-on");
        if (text.isEmpty()) {
            return List.of();
        }
        return StopRules.parse(text.get())
                .orElseThrow(
                        () -> Given.usage("--abort-on must be " + StopRules.WANTED + ", not '" + text.get() + "'"));
    }

    private static ErrorBudget budget(Given given) throws CommandException {
        try {
            return ErrorBudget.parse(given.text("error-budget").orElse("0"));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--error-budget: " + e.getMessage(), e);
        }
    }

    private static Path results(Given given, Surroundings surroundings) {
        String inherited = surroundings.environment().getOrDefault("SQUALL_RESULTS", "");
        String folder = given.text("results").orElse(inherited.isEmpty() ? RESULTS : inherited);
        return surroundings.folder().resolve(folder).toAbsolutePath().normalize();
    }

    private static List<String> reproduce(Given given, List<String> words, long seed) {
        List<String> command = new ArrayList<>(List.of("bin/sample-apps"));
        command.addAll(words);
        if (!given.has("seed")) {
            command.add("--seed=" + seed);
        }
        return command;
    }
}
