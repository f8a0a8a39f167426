package squall.adversity.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.cli.command.RunSeed;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.yaml.ScenarioReader;

/** Options that select the scenario, and override its settings. */
final class ScenarioFlags {
    /** Name of a size that no file has: the full one, in an order and with holds that are drawn from the seed. */
    private static final String RANDOM = "random";

    /** Path of the load, an option of it or the cluster at the beginning of a line. */
    private static final Pattern SETTING =
            Pattern.compile("^(?:load\\.engine|cluster\\.kind)(?:\\.([\\w-]+))?: ", Pattern.MULTILINE);

    /** Path of an injection at the beginning of a message. */
    private static final Pattern PHASE = Pattern.compile("phases\\[\\d+](\\.\\w+\\[\\d+])?\\.");

    @Parameters(
            index = "0",
            paramLabel = "SCENARIO",
            description = "A scenario that 'adversity list' shows, or a file.")
    private String name = "";

    @Option(
            names = "--size",
            description =
                    "full, random (drawn from the seed), or a profile of the scenario, such as dev (default: ${DEFAULT-VALUE}).")
    private String size = ScenarioReader.FULL;

    @Option(names = "--cluster", paramLabel = "KIND[:K=V,...]", description = "The cluster to inject faults into.")
    private Optional<String> cluster = Optional.empty();

    @Option(names = "--load", paramLabel = "KIND[:K=V,...]", description = "The load that runs during the faults.")
    private Optional<String> load = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N|random",
            description = "Seed of all random choices (default: that of the scenario).")
    private Optional<String> seed = Optional.empty();

    @Option(
            names = "--allow-host",
            paramLabel = "NETWORK",
            description =
                    "Hosts that faults may affect, in addition to those of the scenario, for example 10.0.0.0/24.")
    private List<String> allowed = new ArrayList<>();

    String name() {
        return name;
    }

    /**
     * Reads the scenario, with all overrides.
     *
     * @throws IllegalArgumentException if there is no such scenario, or it is invalid
     */
    Scenario scenario(Map<String, String> environment) throws IOException {
        return drawn(seeded(environment));
    }

    /** Draws order, targets and lengths of the phases by the scenario's seed, if that is the size. */
    Scenario drawn(Scenario seeded) {
        return size.equals(RANDOM) ? seeded.drawn() : seeded;
    }

    /** Returns the same as {@link #scenario}, before anything is drawn. */
    Scenario seeded(Map<String, String> environment) throws IOException {
        Scenario read = new ScenarioFinder(environment).read(name, sizeInFile());
        ScenarioSetup setting = read.setting();
        if (cluster.isPresent()) {
            setting = setting.with(setting.cluster().with(ProviderSpec.parse("--cluster", cluster.get())));
        }
        if (load.isPresent()) {
            setting = setting.with(setting.load().with(ProviderSpec.parse("--load", load.get())));
        }
        return read.with(allowing(setting))
                .with(read.rules().withSeed(seed(read.rules().seed())));
    }

    /**
     * Adds file and line to the refusal of the scenario, if its message begins with a path in the file, or names the option by which the
     * load or the cluster was given instead. The phases of a drawn order have other indexes than in the file, so there the path is omitted.
     */
    IllegalArgumentException located(IllegalArgumentException refusal, Map<String, String> environment)
            throws IOException {
        String message = String.valueOf(refusal.getMessage());
        Matcher setting = SETTING.matcher(message);
        if (setting.find() && (message.startsWith("cluster") ? cluster : load).isPresent()) {
            return new IllegalArgumentException(
                    setting.replaceAll(path -> path.group(1) == null ? "" : "--load " + path.group(1) + ": "), refusal);
        }
        Matcher phase = PHASE.matcher(message);
        if (phase.lookingAt() && size.equals(RANDOM)) {
            return new IllegalArgumentException(phase.replaceFirst(""), refusal);
        }
        return phase.lookingAt() || setting.reset().lookingAt()
                ? new ScenarioFinder(environment).located(name, sizeInFile(), refusal)
                : refusal;
    }

    /** Returns the size that is read; a random one is drawn from the full one. */
    private String sizeInFile() {
        return size.equals(RANDOM) ? ScenarioReader.FULL : size;
    }

    private ScenarioSetup allowing(ScenarioSetup setting) {
        return new ScenarioSetup(
                setting.cluster(),
                setting.load(),
                setting.probes(),
                setting.safety().allowing(allowed));
    }

    private long seed(long ofScenario) {
        if (seed.isEmpty()) {
            return ofScenario;
        }
        if (seed.get().equals("random")) {
            return RunSeed.draw();
        }
        try {
            return Long.parseLong(seed.get());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--seed must be a whole number or random, not '" + seed.get() + "'", e);
        }
    }
}
