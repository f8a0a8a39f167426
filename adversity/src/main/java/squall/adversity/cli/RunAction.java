package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.adversity.ProviderRegistry;
import squall.adversity.probe.ConsistencyProbes;
import squall.adversity.run.ClusterFaultInjector;
import squall.adversity.run.DryRunCluster;
import squall.adversity.safety.FaultJournalSession;
import squall.adversity.safety.FaultResidue;
import squall.adversity.safety.Healer;
import squall.adversity.safety.JournalFolder;
import squall.adversity.safety.UndoJournal.Contents;
import squall.cli.CommandEnvironment;
import squall.cli.RemainingDatabase;
import squall.cli.command.CommandMonitor;
import squall.cli.command.MeasuredRun;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunOptions;
import squall.cli.command.RunTerms;
import squall.cli.progress.ProgressConsole;
import squall.results.RunInfo;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.yaml.ScenarioWriter;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.ClusterProvider;
import squall.spi.Load;
import squall.spi.NoSuchClusterException;
import squall.spi.Target;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FolderLock;
import squall.verdict.AdversitySummary;

/**
 * Action that runs a scenario, from the command line to its verdict.
 *
 * <pre>
 *   scenario --> leftover faults? --> options valid? --> supported here? --> cluster up --> healthy? --> guards --> lock
 *   --> load's tables --> journal, watchdog --> run
 * </pre>
 *
 * <p>Whatever can be refused without the cluster is refused before it is started, and the rest before the first row is written. A cluster
 * that was started for a run that did not begin is stopped again.
 */
final class RunAction {
    private final RunFlags flags;
    private final RunOptions options;
    private final CommandEnvironment environment;
    private final List<String> words;
    private final Scenario scenario;
    private final ProgressConsole console;
    private final String run = randomName();

    /** True once the scenario has begun, so that there are results and a cluster that belongs to them. */
    private boolean begun;

    /** @param words of the command line, for the manifest */
    RunAction(Scenario scenario, RunFlags flags, RunOptions options, CommandEnvironment environment, List<String> words)
            throws CommandException {
        this.flags = flags;
        this.options = options;
        this.environment = environment;
        this.words = words;
        this.scenario = scenario;
        this.console = flags.console(options, environment);
    }

    /**
     * Creates a name for the run, a part of names in databases, so that a run touches only its own; not the seed, which several runs may
     * share.
     */
    private static String randomName() {
        byte[] bytes = new byte[3];
        ThreadLocalRandom.current().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** @param earlier repetitions of the scenario; this one is added */
    ExitCode execute(RepetitionCollector earlier) throws CommandException, IOException, InterruptedException {
        RunTerms terms = options.terms(
                environment,
                Stream.concat(Stream.of("bin/adversity"), words.stream()).toList());
        MonitoringSettings monitoring = options.monitoring();
        terms.makeResults();
        try (CommandMonitor monitor = CommandMonitor.open(monitoring, console::say)) {
            return execute(earlier, terms, monitor);
        }
    }

    private ExitCode execute(RepetitionCollector earlier, RunTerms terms, CommandMonitor monitor)
            throws CommandException, IOException, InterruptedException {
        JournalFolder journals = JournalFolder.here();
        new LeftoverFaults(journals, console).require(flags.healFirst());
        ProviderSpec named = choice();
        requireValid();
        ClusterProvider provider = ProviderRegistry.ofClusters().named(named.kind(), DryRun.CLUSTER_KIND);
        ProviderSpec choice = pinned(named, provider);
        requireSupported(provider, choice);
        boolean idle = idle(provider, choice);
        PreparationSignals signals = PreparationSignals.install(console::tell);
        try {
            Cluster cluster = provider.cluster(choice.options("cluster"), console::say);
            requireHealthy(cluster);
            DryRun.requireAllowed(scenario, cluster);
            FolderLock.Held lock = reservation(journals, cluster).take();
            try {
                return run(new ReadyCluster(cluster, choice, earlier, journals, signals), terms, monitor);
            } finally {
                lock.close();
                Optional<String> down = provider.downCommand(choice.options("cluster"));
                if (begun && down.isPresent()) { // also after a failure, such as a full disk
                    RemainingDatabase remaining =
                            new RemainingDatabase(down.get(), provider.commandsWhenDown(choice.options("cluster")));
                    console.say(choice.kind() + " " + remaining.state(() -> runs(cluster)));
                }
            }
        } catch (CommandException | IOException | RuntimeException | InterruptedException e) {
            signals.requireNone(e);
            throw e;
        } finally {
            signals.close();
            if (idle && !begun) { // a command that did nothing leaves nothing behind
                downUnlessReserved(provider, choice, journals, console::say);
            }
        }
    }

    /** Stops the cluster, unless another run that began meanwhile has it. @param say receives why it stays up, if another user's may */
    static void downUnlessReserved(
            ClusterProvider provider, ProviderSpec choice, JournalFolder journals, Consumer<String> say)
            throws IOException, InterruptedException {
        Optional<FolderLock> lock = reservation(provider, choice, journals);
        Optional<Path> foreign =
                lock.map(FolderLock::file).filter(file -> !Files.notExists(file) && !Files.isWritable(file));
        if (foreign.isPresent()) {
            say.accept(choice.kind() + " stays up: a run of another user may have it, as you may not write to "
                    + foreign.get());
            return;
        }
        Optional<FolderLock.Held> held = Optional.empty();
        try {
            if (lock.isPresent()) {
                held = Optional.of(lock.get().take());
            }
        } catch (FolderLock.HeldException e) { // another run has it
            return;
        } catch (IOException e) {
            // No run can take it, so none has the cluster.
        }
        try {
            provider.down(choice.options("cluster"));
        } finally {
            if (held.isPresent()) {
                held.get().close();
            }
        }
    }

    /** Returns the lock of the cluster; empty if it cannot be found: it was not finished. */
    private static Optional<FolderLock> reservation(
            ClusterProvider provider, ProviderSpec choice, JournalFolder journals) {
        try {
            return Optional.of(reservation(journals, provider.find(choice.options("cluster"))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the lock by which a run reserves the cluster, at most until its process ends; healing needs none. */
    static FolderLock reservation(JournalFolder journals, Cluster cluster) throws IOException {
        Node first = cluster.nodes().getFirst(); // the same one by whatever name the cluster was found
        String name = (first.host() + "_" + first.port()).replaceAll("[^A-Za-z0-9._-]", "_");
        return new FolderLock(journals.folder().resolve(name + ".lock"), Duration.ZERO);
    }

    /**
     * Returns the cluster by the server that controls it now, and by files with absolute paths: when it is healed, the user's own settings
     * may lead to another server, and the watchdog works in another folder.
     */
    static ProviderSpec pinned(ProviderSpec choice, ClusterProvider provider) {
        Map<String, String> options =
                new TreeMap<>(choice.resolved(Path.of("").toAbsolutePath()).options());
        provider.controlServer(choice.options("cluster")).ifPresent(server -> options.putAll(server.options()));
        return new ProviderSpec(choice.kind(), options);
    }

    /** Returns whether a node of the cluster runs. */
    static boolean runs(Cluster cluster) throws IOException, InterruptedException {
        for (Node node : cluster.nodes()) {
            if (cluster.state(node) != State.DOWN) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether certainly no node of the cluster is running, so that every node that runs later was started by this command. */
    static boolean idle(ClusterProvider provider, ProviderSpec choice) throws InterruptedException {
        try {
            return !runs(provider.find(choice.options("cluster")));
        } catch (NoSuchClusterException e) { // it was never created
            return true;
        } catch (IOException e) { // it does not answer, and may be in use
            return false;
        }
    }

    /** Refuses every wrong option of the command and of the scenario before anything is started. */
    private void requireValid() throws CommandException, IOException, InterruptedException {
        Cluster cluster = DryRun.cluster(scenario, line -> {});
        boolean known =
                !(cluster instanceof DryRunCluster dryRun) || dryRun.outline().isPresent();
        if (known || !scenario.setting().cluster().nodes().isEmpty()) {
            DryRun.requireAllowed(scenario, cluster);
        }
        ScenarioLoad.require(scenario, cluster, ProviderRegistry.ofWorkloads());
    }

    /** Refuses a cluster that this machine does not support: the scenario is not applicable, and nothing failed. */
    private static void requireSupported(ClusterProvider provider, ProviderSpec choice)
            throws CommandException, IOException, InterruptedException {
        Optional<String> why = provider.unsupported(choice.options("cluster"));
        if (why.isPresent()) {
            throw new CommandException(ExitCode.INVALID, why.get() + "; the scenario is N/A on this machine");
        }
    }

    private ProviderSpec choice() {
        return scenario.setting()
                .cluster()
                .cluster()
                .orElseThrow(() -> new IllegalArgumentException(
                        "neither the scenario nor --cluster names the cluster; --cluster must be one of "
                                + ProviderRegistry.ofClusters().sorted().keySet()));
    }

    private static void requireHealthy(Cluster cluster) throws CommandException, IOException, InterruptedException {
        List<String> residue = FaultResidue.of(cluster);
        if (!residue.isEmpty()) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "the cluster is not healthy before the run: " + String.join(", ", residue)
                            + "; if a run of Squall left it so, use 'adversity heal --all'");
        }
    }

    /**
     * Ready cluster: it is healthy and may be disturbed.
     *
     * @param earlier repetitions of the scenario
     * @param signals until the run begins
     */
    private record ReadyCluster(
            Cluster cluster,
            ProviderSpec choice,
            RepetitionCollector earlier,
            JournalFolder journals,
            PreparationSignals signals) {}

    /** Set of the sources by which a run is judged, besides its measurement. */
    record ScenarioData(Load load, ConsistencyProbes probes, Cluster cluster, ResidueSearch residue) {}

    private ExitCode run(ReadyCluster ready, RunTerms terms, CommandMonitor monitor)
            throws CommandException, IOException, InterruptedException {
        Cluster cluster = ready.cluster();
        Target target = cluster.target();
        ConsistencyProbes.require(scenario.setting().probes(), target);
        ScenarioLoad scenarioLoad = ScenarioLoad.of(scenario, target, ProviderRegistry.ofWorkloads());
        try (Load load = scenarioLoad.load(console::say)) {
            load.setUp();
            try (ConsistencyProbes probes =
                            ConsistencyProbes.open(scenario.setting().probes(), target, cluster.clientNodes(), run);
                    FaultJournalSession journal = FaultJournalSession.begin(ready.journals(), run, healing())) {
                ClusterFaultInjector.InjectionEnvironment injectionEnvironment =
                        new ClusterFaultInjector.InjectionEnvironment(
                                run,
                                ready.choice(),
                                cluster,
                                ProviderRegistry.ofFaults(),
                                journal.journalWriter(),
                                InstantSource.system());
                ClusterFaultInjector injector = new ClusterFaultInjector(scenario, injectionEnvironment);
                PreparedLoad job = new PreparedLoad(
                        "run", load, scenarioLoad.plan(), info(ready.choice(), load, target, terms, journal));
                ScenarioData data = new ScenarioData(
                        load,
                        probes,
                        cluster,
                        new ResidueSearch(
                                cluster, scenario.setting().safety().healthyWithin(), console, injector::settle));
                try (ScenarioChecks checks = new ScenarioChecks(data, journal, ready.earlier())) {
                    ready.signals().begin();
                    begun = true;
                    return new MeasuredRun(job, terms, console, monitor).execute(scenario, injector, checks);
                }
            }
        }
    }

    private List<String> healing() {
        return List.of(AdversityCommand.class.getName(), "heal", "--run", run);
    }

    /** @param choice the cluster, with its server and paths, which a later check of the data must find again */
    private RunInfo info(ProviderSpec choice, Load load, Target target, RunTerms terms, FaultJournalSession journal) {
        ScenarioSetup setting = scenario.setting();
        return new RunInfo(
                scenario.name(),
                load.database().product(),
                terms.reproduce(),
                scenario.rules().seed(),
                Map.of(
                        "scenario",
                        scenario.name(),
                        "load",
                        scenario.setting()
                                .load()
                                .engine()
                                .map(ProviderSpec::kind)
                                .orElse(""),
                        "adversity_run",
                        run,
                        "journal",
                        journal.file().toString(),
                        "cluster",
                        target.properties()),
                Map.of(),
                load.database(),
                Map.of(
                        "scenario.yaml",
                        ScenarioWriter.text(
                                scenario.with(setting.with(setting.cluster().with(choice))))));
    }

    /** Leftover faults of runs whose process is gone; while there are any, no other run may begin. */
    private record LeftoverFaults(JournalFolder journals, ProgressConsole console) {
        /** @param healFirst whether to heal them instead of refusing */
        void require(boolean healFirst) throws CommandException, IOException, InterruptedException {
            List<String> left = left();
            if (left.isEmpty()) {
                return;
            }
            if (!healFirst) {
                throw new CommandException(
                        ExitCode.UNREACHABLE,
                        "an earlier run left these faults: " + String.join(", ", left)
                                + "; heal them with 'adversity heal --all', or run with --heal-first");
            }
            Healer healer = new Healer(
                    journals, ProviderRegistry.ofClusters(), ProviderRegistry.ofFaults(), InstantSource.system());
            ExitCode healed = new HealAction(journals, healer, console::say, console::tell).all();
            if (healed != ExitCode.OK) {
                throw new CommandException(healed, "the faults left by an earlier run could not be healed");
            }
        }

        private List<String> left() throws IOException, InterruptedException {
            List<String> left = new ArrayList<>();
            for (String run : journals.runs()) {
                Optional<Contents> contents = journals.contents(run);
                if (contents.isPresent() && !contents.get().owner().lives()) {
                    left.addAll(contents.get().left());
                }
            }
            return left;
        }
    }

    /** Collector of the finished repetitions of one scenario; used by one thread. */
    static final class RepetitionCollector {
        /** Number of planned repetitions. */
        private final int planned;

        private final SequencedMap<String, AdversitySummary> runs = new LinkedHashMap<>();

        RepetitionCollector(int planned) {
            this.planned = planned;
        }

        /** @param run the name of its directory */
        void add(String run, AdversitySummary adversity) {
            runs.put(run, adversity);
        }

        /** Returns the result of the last repetition; empty before the first. */
        Optional<AdversitySummary> last() {
            return Optional.ofNullable(runs.lastEntry()).map(Map.Entry::getValue);
        }

        /** Returns the repetitions added so far, by the names of their directories. */
        SequencedMap<String, AdversitySummary> runs() {
            return Collections.unmodifiableSequencedMap(runs);
        }

        /** Returns whether there will be several, so that their spread can be reported. */
        boolean several() {
            return planned > 1;
        }
    }
}
