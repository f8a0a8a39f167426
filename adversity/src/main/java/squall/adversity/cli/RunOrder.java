package squall.adversity.cli;

import java.io.IOException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import squall.adversity.Kinds;
import squall.adversity.probe.ProbeSet;
import squall.adversity.run.Disturber;
import squall.adversity.run.PaperCluster;
import squall.adversity.run.Rehearsal;
import squall.adversity.run.Site;
import squall.adversity.safety.Claim;
import squall.adversity.safety.Journals;
import squall.adversity.safety.Keeping;
import squall.adversity.safety.Residue;
import squall.cli.CommandException;
import squall.cli.ErrorBudget;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.cli.progress.Console;
import squall.command.Job;
import squall.command.Monitor;
import squall.command.ScenarioRun;
import squall.command.Terms;
import squall.command.Watching;
import squall.results.RunInfo;
import squall.scenario.Choice;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioWriter;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.ClusterProvider;
import squall.spi.Load;
import squall.spi.Target;

/**
 * One run of a scenario, from its words to its verdict.
 *
 * <pre>
 *   scenario --> what is left from before? --> all words known? --> cluster up --> whole? --> guards --> claim
 *   --> tables --> journal, sentinel --> run
 * </pre>
 *
 * <p>Whatever can be refused is refused before anything is started, and the rest before the first row is written. What was started for a
 * run that did not begin is ended.
 */
final class RunOrder {
    private final RunFlags flags;
    private final Surroundings surroundings;
    private final List<String> words;
    private final Scenario scenario;
    private final Console console;
    private final String run = drawn();

    /** Whether the scenario began, so that there are results and a cluster that belongs to them. */
    private boolean begun;

    /** @param words of the command line, to be kept with the results */
    RunOrder(Scenario scenario, RunFlags flags, Surroundings surroundings, List<String> words) {
        this.flags = flags;
        this.surroundings = surroundings;
        this.words = words;
        this.scenario = scenario;
        this.console = flags.console(surroundings);
    }

    /** Part of names in databases, so that only those of this run are touched; not the seed, which can come again. */
    private static String drawn() {
        byte[] bytes = new byte[3];
        ThreadLocalRandom.current().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** @param earlier runs of the same; this one is added */
    ExitCode execute(Repeated earlier) throws CommandException, IOException, InterruptedException {
        Terms terms = new Terms(
                flags.results(surroundings),
                ErrorBudget.NONE,
                Stream.concat(Stream.of("bin/adversity"), words.stream()).toList());
        Watching watching = flags.watching();
        terms.makeResults();
        try (Monitor monitor = Monitor.open(watching, console::say)) {
            return execute(earlier, terms, monitor);
        }
    }

    private ExitCode execute(Repeated earlier, Terms terms, Monitor monitor)
            throws CommandException, IOException, InterruptedException {
        Journals journals = Journals.here();
        new LeftBehind(journals, console).require(flags.healFirst());
        Choice choice = choice();
        requireMeant();
        ClusterProvider provider = Kinds.ofClusters().named(choice.kind());
        boolean idle = idle(provider, choice);
        try {
            Cluster cluster = provider.cluster(choice.options("cluster"), console::say);
            requireWhole(cluster);
            requireAllowed(cluster);
            Claim claim = Claim.of(journals, cluster);
            try {
                return disturbed(new Ready(cluster, choice, earlier, journals), terms, monitor);
            } finally {
                claim.close();
            }
        } finally {
            if (idle && !begun) { // a command that did nothing leaves nothing behind
                provider.down(choice.options("cluster"));
            }
        }
    }

    /** Whether nothing of the cluster runs, so that whatever runs later was started by this command. */
    private static boolean idle(ClusterProvider provider, Choice choice) throws InterruptedException {
        try {
            Cluster there = provider.find(choice.options("cluster"));
            for (Node node : there.nodes()) {
                if (there.state(node) != State.DOWN) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) { // it was never made
            return true;
        }
    }

    /** All that can be wrong with the words of the command and of the scenario, found before anything is started. */
    private void requireMeant() throws CommandException, IOException, InterruptedException {
        Driving.requireKnown(scenario, Kinds.ofLoads());
        Cluster cluster = DryRun.cluster(scenario, line -> {});
        boolean known =
                !(cluster instanceof PaperCluster paper) || paper.outline().isPresent();
        if (known || !scenario.setting().cluster().nodes().isEmpty()) {
            requireAllowed(cluster);
        }
        if (known) { // else nobody can tell whether it speaks SQL or CQL
            Driving.of(scenario, cluster.target(), Kinds.ofLoads()).plan();
        }
    }

    private Choice choice() {
        return scenario.setting()
                .cluster()
                .cluster()
                .orElseThrow(() -> new IllegalArgumentException(
                        "neither the scenario nor --cluster says what is disturbed;" + " --cluster must be one of "
                                + Kinds.ofClusters().sorted().keySet()));
    }

    private static void requireWhole(Cluster cluster) throws CommandException, IOException, InterruptedException {
        List<String> residue = Residue.of(cluster);
        if (!residue.isEmpty()) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "the cluster is not whole before anything was done to it: " + String.join(", ", residue)
                            + "; 'adversity heal --all' heals what a run of Squall left");
        }
    }

    private void requireAllowed(Cluster cluster) throws CommandException, IOException, InterruptedException {
        Rehearsal rehearsal = Rehearsal.of(scenario, cluster, Kinds.ofFaults());
        if (rehearsal.forbidden()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "the scenario would do what is forbidden: "
                            + rehearsal.lines().stream()
                                    .map(String::strip)
                                    .filter(line -> line.startsWith("forbidden"))
                                    .findFirst()
                                    .orElse("")
                            + "; 'adversity plan' shows where");
        }
    }

    /** A cluster that is whole and may be disturbed. @param earlier runs of the same */
    private record Ready(Cluster cluster, Choice choice, Repeated earlier, Journals journals) {}

    private ExitCode disturbed(Ready ready, Terms terms, Monitor monitor)
            throws CommandException, IOException, InterruptedException {
        Cluster cluster = ready.cluster();
        Target target = cluster.target();
        Driving driving = Driving.of(scenario, target, Kinds.ofLoads());
        try (Load load = driving.load(console::say)) {
            load.setUp();
            try (ProbeSet probes = ProbeSet.open(scenario.setting().probes(), target, cluster.nodes(), run);
                    Keeping keeping = Keeping.begin(ready.journals(), run, healing())) {
                Site site = new Site(
                        run, ready.choice(), cluster, Kinds.ofFaults(), keeping.chronicle(), InstantSource.system());
                Job job = new Job("run", load, driving.plan(), info(load, target, terms, keeping));
                try (Witnesses witnesses = new Witnesses(load, probes, keeping, ready.earlier())) {
                    begun = true;
                    ExitCode code = new ScenarioRun(job, terms, console, monitor)
                            .execute(scenario, new Disturber(scenario, site), witnesses);
                    return ExitCode.worst(List.of(code, leaves(cluster)));
                }
            }
        }
    }

    private ExitCode leaves(Cluster cluster) throws IOException, InterruptedException {
        List<String> residue = Residue.of(cluster);
        residue.forEach(what -> console.tell("exit " + ExitCode.NOT_HEALED.code() + ": left on the cluster: " + what));
        return residue.isEmpty() ? ExitCode.OK : ExitCode.NOT_HEALED;
    }

    private List<String> healing() {
        return List.of(AdversityCommand.class.getName(), "heal", "--run", run);
    }

    private RunInfo info(Load load, Target target, Terms terms, Keeping keeping) {
        return new RunInfo(
                scenario.name(),
                load.database().product(),
                terms.reproduce(),
                scenario.rules().seed(),
                Map.of(
                        "scenario",
                        scenario.name(),
                        "adversity_run",
                        run,
                        "journal",
                        keeping.file().toString(),
                        "cluster",
                        target.properties()),
                Map.of(),
                load.database(),
                Map.of("scenario.yaml", ScenarioWriter.text(scenario)));
    }
}
