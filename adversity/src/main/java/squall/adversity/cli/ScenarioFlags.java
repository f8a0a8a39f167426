package squall.adversity.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.adversity.scenarios.Scenarios;
import squall.scenario.Choice;
import squall.scenario.Scenario;
import squall.scenario.Setting;
import squall.scenario.yaml.ScenarioReader;

/** Which scenario, and what of it the command line says otherwise. */
final class ScenarioFlags {
    /** Not of any file: the full one, in an order and with holds that the seed draws. */
    private static final String RANDOM = "random";

    @Parameters(
            index = "0",
            paramLabel = "SCENARIO",
            description = "The name of one that 'adversity list' shows, or a file.")
    private String name = "";

    @Option(
            names = "--size",
            description =
                    "full, random (drawn from the seed), or one the scenario has, such as dev (default: ${DEFAULT-VALUE}).")
    private String size = ScenarioReader.FULL;

    @Option(names = "--cluster", paramLabel = "KIND[:K=V,...]", description = "What is disturbed.")
    private Optional<String> cluster = Optional.empty();

    @Option(names = "--load", paramLabel = "KIND[:K=V,...]", description = "What goes on meanwhile.")
    private Optional<String> load = Optional.empty();

    @Option(names = "--seed", paramLabel = "N|random", description = "Of everything random (default: the scenario's).")
    private Optional<String> seed = Optional.empty();

    @Option(
            names = "--allow-host",
            paramLabel = "NETWORK",
            description = "Besides those of the scenario, hosts that may be disturbed, for example 10.0.0.0/24.")
    private List<String> allowed = new ArrayList<>();

    String name() {
        return name;
    }

    /**
     * The scenario as it is to be run.
     *
     * @throws IllegalArgumentException if there is no such scenario, or it cannot be meant
     */
    Scenario scenario(Map<String, String> environment) throws IOException {
        Scenario read = new Scenarios(environment).read(name, size.equals(RANDOM) ? ScenarioReader.FULL : size);
        Setting setting = read.setting();
        if (cluster.isPresent()) {
            setting = setting.with(setting.cluster().with(choice("--cluster", cluster.get())));
        }
        if (load.isPresent()) {
            setting = setting.with(setting.load().with(choice("--load", load.get())));
        }
        Scenario seeded = read.with(allowing(setting))
                .with(read.rules().withSeed(seed(read.rules().seed())));
        return size.equals(RANDOM) ? seeded.drawn() : seeded;
    }

    private Setting allowing(Setting setting) {
        return new Setting(
                setting.cluster(),
                setting.load(),
                setting.probes(),
                setting.safety().allowing(allowed));
    }

    private long seed(long scenarios) {
        if (seed.isEmpty()) {
            return scenarios;
        }
        if (seed.get().equals("random")) {
            return ThreadLocalRandom.current().nextLong(1, Integer.MAX_VALUE); // short enough to be typed again
        }
        try {
            return Long.parseLong(seed.get());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--seed must be a whole number or random, not '" + seed.get() + "'", e);
        }
    }

    private static Choice choice(String flag, String text) {
        return ChoiceText.parse(flag, text);
    }
}
