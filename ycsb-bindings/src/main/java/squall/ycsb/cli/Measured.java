package squall.ycsb.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.cli.progress.Console;
import squall.command.Job;
import squall.command.MeasuredRun;
import squall.command.Monitor;
import squall.command.Terms;
import squall.command.Watching;
import squall.results.RunInfo;
import squall.ycsb.ClientProperties;
import squall.ycsb.PropertyFile;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.Output;

/** The commands {@code load} and {@code run}: makes the work, and has it run and reported in YCSB's way. */
final class Measured {
    private final Configuration configuration;
    private final YcsbProperties properties;
    private final Surroundings surroundings;
    private final List<String> words;
    private final Console console;

    /** @param words the command line as typed */
    Measured(Configuration configuration, Surroundings surroundings, List<String> words, Console console) {
        this.configuration = configuration;
        this.properties = configuration.properties();
        this.surroundings = surroundings;
        this.words = words;
        this.console = console;
    }

    ExitCode execute(ClassLoader classes) throws CommandException, IOException, InterruptedException {
        configuration.requireKnownNames(console::say);
        configuration.notes().forEach(console::say);
        Watching watching = watching();
        terms().makeResults();
        try (Monitor monitor = Monitor.open(watching, console::say);
                Output output = output();
                Work work = new Works(configuration, classes, console::say).make()) {
            output.warnings().forEach(console::say);
            return new MeasuredRun(job(work, output), terms(), console, monitor)
                    .execute(new YcsbFrontEnd(work, output, properties, surroundings));
        }
    }

    private Watching watching() throws CommandException {
        return Watching.of(new Watching.Words(
                properties.get(SquallProperties.METRICS_PORT),
                properties.get(SquallProperties.METRICS_LINGER),
                properties.get(SquallProperties.OTLP_ENDPOINT),
                properties.get(SquallProperties.DB_METRICS)));
    }

    private Output output() throws CommandException {
        try {
            return Output.of(properties);
        } catch (IOException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private Job job(Work work, Output output) {
        String phase = configuration.arguments().command().name().toLowerCase(Locale.ROOT);
        return new Job(phase, output.watched(work.load(), work.plan().windows().getLast()), work.plan(), info(work));
    }

    private Terms terms() {
        String given = properties.get(SquallProperties.RESULTS);
        return new Terms(
                surroundings.folder().resolve(given.isEmpty() ? "results" : given),
                properties.get(SquallProperties.ERROR_BUDGET),
                reproduce());
    }

    private RunInfo info(Work work) {
        Map<String, String> files = new LinkedHashMap<>();
        configuration.files().forEach(file -> files.put(file.name(), file.text()));
        return new RunInfo(
                workload(),
                work.database(),
                command(),
                work.plan().seed(),
                work.facts(),
                properties.effective(),
                work.load().database(),
                files);
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
