package squall.benchbase.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.output.Output;
import squall.cli.CommandException;
import squall.cli.ErrorBudget;
import squall.cli.ExitCode;
import squall.cli.StopRules;
import squall.command.Terms;
import squall.run.StopRule;
import squall.tpcc.Scale;

/**
 * What file and command line say together to Squall's own engine; all of it is checked before anything is connected to.
 *
 * @param crew who works in which phase
 * @param monitorSeconds empty: no lines of throughput
 */
record EngineSettings(
        Invocation invocation,
        ConfigFile config,
        Scale scale,
        Crew crew,
        Seed seed,
        List<StopRule> stopRules,
        Terms terms,
        Output.Settings files,
        Optional<Integer> monitorSeconds) {
    private static final int MS = 1000;

    static EngineSettings of(Invocation invocation) throws CommandException {
        if (invocation.flags().config().isEmpty()) {
            throw Invocation.wrong("a configuration file is missing, for example -c"
                    + " benchbase-configs/postgres/sample_tpcc_config.xml");
        }
        if (invocation.flags().steps().none()) {
            throw Invocation.wrong(
                    "there is nothing to do: add --create=true, --clear=true, --load=true or --execute=true");
        }
        if (invocation.own().allConditions() && !invocation.own().verify()) {
            throw Invocation.wrong("--all-conditions and --no-verify exclude each other: leave one out");
        }
        ConfigFile config = ConfigFile.read(invocation.flags().config(), invocation.config(), invocation.folders());
        Scale scale = Scales.of(config, invocation.own());
        Seed seed = Seed.of(config, invocation.own());
        return new EngineSettings(
                invocation,
                config,
                scale,
                Crew.of(config, scale, invocation.own()),
                seed,
                stopRules(invocation),
                new Terms(invocation.results(), budget(invocation), reproduce(invocation, seed)),
                files(invocation),
                monitor(invocation));
    }

    private static List<String> reproduce(Invocation invocation, Seed seed) {
        List<String> command = new ArrayList<>(invocation.command());
        if (seed.drawn()) {
            command.add("--seed=" + seed.value());
        }
        return command;
    }

    private static ErrorBudget budget(Invocation invocation) throws CommandException {
        try {
            return ErrorBudget.parse(invocation.own().errorBudget());
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--error-budget: " + e.getMessage(), e);
        }
    }

    private static List<StopRule> stopRules(Invocation invocation) throws CommandException {
        String text = invocation.own().abortOn().orElse("");
        if (text.isEmpty()) {
            return List.of();
        }
        return StopRules.parse(text)
                .orElseThrow(() -> Invocation.wrong("--abort-on must be " + StopRules.WANTED + ", not '" + text + "'"));
    }

    private static Output.Settings files(Invocation invocation) throws CommandException {
        int seconds = invocation.flags().sampleSeconds();
        if (seconds < 1) {
            throw Invocation.wrong("--sample must be 1 second or more, not " + seconds);
        }
        Optional<Path> histograms = invocation.flags().histograms().map(invocation::path);
        return new Output.Settings(invocation.path(invocation.flags().directory()), seconds, histograms);
    }

    /** The engine tells each second what was done in it. */
    private static Optional<Integer> monitor(Invocation invocation) throws CommandException {
        int ms = invocation.flags().monitorMs();
        if (ms < 0 || ms % MS != 0) {
            throw Invocation.wrong("--interval-monitor must be a multiple of 1000 ms with Squall's engine, not " + ms);
        }
        return ms == 0 ? Optional.empty() : Optional.of(ms / MS);
    }
}
