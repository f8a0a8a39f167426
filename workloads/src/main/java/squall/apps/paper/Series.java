package squall.apps.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.cli.ExitCode;

/**
 * The experiments of one command, one after the other.
 *
 * @param configs in the order of the paper, as they are to run
 * @param more words for all of them
 */
record Series(Apps apps, List<Config> configs, List<String> more) {
    /** What became of all. @param codes of those that ran */
    record Ended(Map<String, Finding> findings, List<ExitCode> codes) {}

    /** Told after each experiment, with what is known by then. */
    interface Keeper {
        void keep(Map<String, Finding> findings) throws IOException;
    }

    Series {
        configs = List.copyOf(configs);
        more = List.copyOf(more);
    }

    /** Looks at every command line that can be run here, before anything is. */
    void check() throws CommandException {
        for (Config config : configs) {
            if (apps.has(config.workload())) {
                apps.check(words(config, List.of()));
            }
        }
    }

    /** Runs them until all are done or a signal ends one; what was done by then is kept. */
    Ended run(Map<Api, Place> places, PaperFolder folder, Keeper keeper, Consumer<String> say) throws IOException {
        Map<String, Finding> findings = new LinkedHashMap<>();
        configs.forEach(config -> findings.put(
                config.name(), new Finding.NotRun(obstacle(config, places).orElse("not reached"))));
        List<ExitCode> codes = new ArrayList<>();
        for (Config config : configs) {
            Place place = places.get(config.api());
            if (place != null && apps.has(config.workload()) && !ended(codes)) {
                say.accept(config.name() + ": " + String.join(" ", config.words()));
                codes.add(apps.run(words(config, place.words(folder.results(config)))));
                findings.put(
                        config.name(),
                        new Finding.Ran(config, codes.getLast(), Stretches.read(folder.results(config))));
                keeper.keep(findings);
            }
        }
        return new Ended(findings, codes);
    }

    /** Why none of them can be run there, if so. */
    Optional<String> obstacle(Map<Api, Place> places) {
        List<String> obstacles = configs.stream()
                .flatMap(config -> obstacle(config, places).map(why -> config.name() + ": " + why).stream())
                .toList();
        return obstacles.size() == configs.size() ? Optional.of(String.join("; ", obstacles)) : Optional.empty();
    }

    private Optional<String> obstacle(Config config, Map<Api, Place> places) {
        if (!places.containsKey(config.api())) {
            return Optional.of("no target speaks " + config.api().label());
        }
        return apps.has(config.workload())
                ? Optional.empty()
                : Optional.of("there is no workload " + config.workload());
    }

    private static boolean ended(List<ExitCode> codes) {
        return codes.contains(ExitCode.INTERRUPTED) || codes.contains(ExitCode.TERMINATED);
    }

    private List<String> words(Config config, List<String> where) {
        List<String> words = new ArrayList<>(config.words());
        words.addAll(where);
        words.addAll(more);
        return words;
    }
}
