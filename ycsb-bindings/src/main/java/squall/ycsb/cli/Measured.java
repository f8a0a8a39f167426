package squall.ycsb.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.ExitCodes;
import squall.cli.Screen;
import squall.cli.Signals;
import squall.cli.progress.Console;
import squall.report.EndSummary;
import squall.results.RunDirectory;
import squall.results.RunInfo;
import squall.run.Ending;
import squall.run.Plan;
import squall.run.Run;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.ycsb.ClientProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.Output;
import squall.ycsb.output.Report;

/** The commands {@code load} and {@code run}: runs the work, keeps its results, prints the report and judges it. */
final class Measured {
    private final Configuration configuration;
    private final YcsbProperties properties;
    private final Surroundings surroundings;
    private final List<String> words;
    private final Console console;
    private final Screen screen;

    /** @param words the command line as typed */
    Measured(
            Configuration configuration,
            Surroundings surroundings,
            List<String> words,
            Console console,
            Screen screen) {
        this.configuration = configuration;
        this.properties = configuration.properties();
        this.surroundings = surroundings;
        this.words = words;
        this.console = console;
        this.screen = screen;
    }

    ExitCode execute(ClassLoader classes) throws CommandException, IOException, InterruptedException {
        configuration.requireKnownNames(console::say);
        try (Output output = output();
                Work work = new Works(configuration, classes, console::say).make()) {
            output.warnings().forEach(console::say);
            return execute(work, output);
        }
    }

    private Output output() throws CommandException {
        try {
            return Output.of(properties);
        } catch (IOException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private ExitCode execute(Work work, Output output) throws CommandException, IOException, InterruptedException {
        try (RunDirectory directory = RunDirectory.create(results(), info(work), Instant.now())) {
            List<RunListener> listeners = new ArrayList<>(output.listeners(surroundings.err()));
            listeners.add(directory);
            listeners.add(console.progress(heading(work), work.plan()));
            Load watched = output.watched(work.load(), work.plan().windows().getLast());
            RunResult result = run(new Run(watched, work.plan(), listeners));
            List<CheckResult> checks = work.after().checks();
            ExitCodes codes =
                    directory.judged(ExitCodes.of(result, checks, properties.get(SquallProperties.ERROR_BUDGET)));
            directory.finish(result, checks, codes);
            Report.write(properties, output.lines(result, work.after().lines()), surroundings.out());
            new EndSummary(result, checks, codes, Optional.of(directory.path()), reproduce())
                    .lines(screen)
                    .forEach(console::say);
            return codes.worst();
        }
    }

    private static RunResult run(Run run) throws InterruptedException {
        Signals signals = Signals.install(
                signal -> run.stop(new Ending.Interrupted(signal)),
                signal -> run.stopNow(new Ending.Interrupted(signal)));
        try {
            return run.execute();
        } finally {
            signals.close();
        }
    }

    private String heading(Work work) {
        Plan plan = work.plan();
        return "squall " + phase() + " " + workload() + " on " + work.database() + ", " + plan.sessions()
                + " sessions on " + plan.threads().name().toLowerCase(Locale.ROOT) + " threads, seed " + plan.seed();
    }

    private String phase() {
        return configuration.arguments().command().name().toLowerCase(Locale.ROOT);
    }

    /** The files that made the workload, or its class. */
    private String workload() {
        List<PropertyFile> files = configuration.files();
        if (!files.isEmpty()) {
            Path name = Path.of(files.get(files.size() - 1).name()).getFileName();
            return name == null ? "workload" : name.toString();
        }
        String className = properties.get(ClientProperties.WORKLOAD);
        return className.substring(className.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private Path results() {
        String given = properties.get(SquallProperties.RESULTS);
        return surroundings.folder().resolve(given.isEmpty() ? "results" : given);
    }

    private RunInfo info(Work work) {
        Map<String, Object> facts = new LinkedHashMap<>(work.facts());
        facts.put("threads", work.plan().sessions());
        facts.put("threads_kind", work.plan().threads().name().toLowerCase(Locale.ROOT));
        facts.put("pace", work.plan().pace().toString());
        facts.put("stop_rules", work.plan().stopRules().toString());
        Map<String, String> files = new LinkedHashMap<>();
        configuration.files().forEach(file -> files.put(file.name().replace('/', '_'), file.text()));
        return new RunInfo(
                workload(),
                work.database(),
                command(),
                work.plan().seed(),
                facts,
                properties.effective(),
                work.load().database(),
                files);
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("bin/ycsb"));
        command.addAll(words);
        return command;
    }

    /** The command as typed, and the seed if it was drawn. */
    private List<String> reproduce() {
        List<String> command = command();
        if (properties.origin(SquallProperties.SEED).equals(Seeds.DRAWN)) {
            command.add("--seed=" + properties.get(SquallProperties.SEED));
        }
        return command;
    }
}
