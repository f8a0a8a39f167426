package squall.experiment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import squall.experiment.ExperimentSpec.Dimension;
import squall.experiment.ExperimentSpec.ExperimentStep;
import squall.experiment.ExperimentSpec.Scale;
import squall.experiment.ExperimentSpec.StepSize;
import squall.experiment.ExperimentState.StepOutcome;
import squall.experiment.ExperimentState.StepRecord;
import squall.scenario.ProviderSpec;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.SecretMasking;

/**
 * Experiment at one scale on one database: its steps, and the command line of each.
 *
 * @param url address of a database of the user's; empty for one that the front ends start
 */
public record SelectedExperiment(ExperimentSpec spec, String scaleName, String database, Optional<String> url) {
    /** Name of the placeholder that an experiment on clusters has, and that {@code --cluster} replaces. */
    private static final String CLUSTER = "cluster";

    /** Database implied by an address without {@code --database}. */
    private static final Map<String, String> SCHEMES =
            Map.of("cql:", "cassandra", "jdbc:postgresql:", "postgres", "jdbc:yugabytedb:", "yugabytedb");

    /** Databases that this project starts itself. */
    private static final Set<String> STARTED = Set.of("postgres", "postgres-ha", "cassandra", "galera");

    /** Address of a database, as on the command line. All may be empty. */
    public record DatabaseAddress(Optional<String> database, Optional<String> url, Optional<String> cluster) {
        /**
         * Returns this address with the files of the cluster found from a folder, because each step runs in a folder of its own.
         *
         * @param folder of the user; absolute
         * @throws IllegalArgumentException if the cluster is not written as on a command line, or paths in this folder cannot be
         */
        public DatabaseAddress from(Path folder) {
            return new DatabaseAddress(database, url, cluster.map(typed -> resolved(typed, folder)));
        }

        /** Returns the cluster as it was typed if it names no file, so that an older sweep on it can go on. */
        private static String resolved(String typed, Path folder) {
            ProviderSpec spec = ProviderSpec.parse("--cluster", typed);
            ProviderSpec resolved = spec.resolved(folder);
            if (resolved.equals(spec)) {
                return typed;
            }
            if (folder.toString().matches(".*[\\s,].*")) {
                throw new IllegalArgumentException("--cluster: a step cannot be given the path of a file in '" + folder
                        + "', which has a space or a comma: run the experiment in another folder");
            }
            return resolved.text();
        }

        /** Returns the option that the name of the database is taken from. */
        private String origin() {
            return database.isEmpty() && cluster.isPresent()
                    ? "--cluster"
                    : database.isEmpty() && url.isPresent() ? "--url" : "--database";
        }
    }

    /**
     * Chooses the scale and the database.
     *
     * @throws IllegalArgumentException if the experiment has no such scale or database, naming the nearest
     */
    public static SelectedExperiment of(ExperimentSpec spec, String scale, DatabaseAddress place) {
        requireKnown("--scale", scale, List.copyOf(spec.scales().keySet()), spec);
        List<String> databases = List.copyOf(spec.databases().keySet());
        String database = place.database()
                .or(() -> place.cluster().map(cluster -> cluster.split(":", 2)[0]))
                .or(() -> place.url().map(SelectedExperiment::spokenAt))
                .orElse(databases.getFirst());
        requireKnown(place.origin(), database, databases, spec);
        return new SelectedExperiment(
                place.cluster()
                        .map(cluster -> onCluster(spec, database, cluster))
                        .orElse(spec),
                scale,
                database,
                place.url());
    }

    private static void requireKnown(String option, String found, List<String> known, ExperimentSpec spec) {
        if (!known.contains(found)) {
            throw new IllegalArgumentException(option + ": experiment " + spec.name() + " has no '" + found
                    + "', it has " + String.join(", ", known) + NearestName.hint(found, known));
        }
    }

    private static String spokenAt(String url) {
        return SCHEMES.entrySet().stream()
                .filter(scheme -> url.startsWith(scheme.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--url: '" + SecretMasking.mask(url)
                        + "' must begin with "
                        + String.join(", ", SCHEMES.keySet().stream().sorted().toList())));
    }

    private static ExperimentSpec onCluster(ExperimentSpec spec, String database, String cluster) {
        Map<String, Map<String, String>> databases = new LinkedHashMap<>(spec.databases());
        Map<String, String> values = new LinkedHashMap<>(databases.getOrDefault(database, Map.of()));
        if (values.replace(CLUSTER, cluster) == null) {
            throw new IllegalArgumentException("--cluster: experiment " + spec.name()
                    + (makesClusters(spec)
                            ? " makes its clusters itself: leave out --cluster, and give --database one of "
                            : " runs on one address, not on a cluster: give --url, or --database one of ")
                    + String.join(", ", databases.keySet()));
        }
        databases.put(database, values);
        return new ExperimentSpec(
                spec.name(),
                spec.title(),
                spec.origin(),
                databases,
                spec.scales(),
                spec.steps(),
                spec.tables(),
                spec.published(),
                spec.limits());
    }

    /** Returns whether an experiment under faults says itself which cluster each step has. */
    private static boolean makesClusters(ExperimentSpec spec) {
        return spec.steps().stream().anyMatch(step -> new StepCommand(step.words()).takesCluster())
                && spec.databases().values().stream().noneMatch(values -> values.containsKey(CLUSTER));
    }

    /** Checks that the steps reach the database that is named. @throws CommandException if they would start another one, for want of an address */
    public void requireAddress() throws CommandException {
        boolean starts = spec.steps().stream().anyMatch(step -> new StepCommand(step.words()).startsDatabase());
        if (url.isEmpty() && starts && !STARTED.contains(database)) {
            throw CommandException.usage("--database " + database
                    + " needs --url: without an address the steps would run on a database that they start themselves");
        }
    }

    public Scale scale() {
        return spec.scales()
                .getOrDefault(scaleName, spec.scales().values().iterator().next());
    }

    /** Returns all combinations of the dimensions, the last one varying fastest. */
    public List<Map<String, String>> cells() {
        List<Map<String, String>> cells = List.of(Map.of());
        for (Map.Entry<String, Dimension> dimension : scale().vary().entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> cell : cells) {
                for (String value : dimension.getValue().on(database)) {
                    Map<String, String> more = new LinkedHashMap<>(cell);
                    more.put(dimension.getKey(), value);
                    longer.add(more);
                }
            }
            cells = longer;
        }
        return cells;
    }

    /** Returns the steps of one cell, in order. @throws IllegalArgumentException naming the step whose placeholder has no value */
    public List<PlannedStep> steps(Map<String, String> cell) {
        return spec.steps().stream().map(step -> planned(step, cell)).toList();
    }

    /** Returns the placeholders of a cell with their values. */
    Placeholders placeholders(Map<String, String> cell) {
        return new Placeholders(Map.of("database", database, "scale", scaleName))
                .with(scale().values())
                .with(spec.databases().getOrDefault(database, Map.of()))
                .with(cell);
    }

    private PlannedStep planned(ExperimentStep step, Map<String, String> cell) {
        try {
            Placeholders values = placeholders(cell);
            StepCommand words = new StepCommand(values.words(step.words()));
            Map<String, String> own = new LinkedHashMap<>(cell);
            own.keySet().retainAll(step.per());
            return new PlannedStep(
                    step,
                    own,
                    url.flatMap(words::on).orElse(words),
                    obstacle(step, words),
                    PlannedStep.Needs.of(step.size(), values));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "experiment " + spec.name() + ", step " + step.name() + ": " + e.getMessage(), e);
        }
    }

    private Optional<String> obstacle(ExperimentStep step, StepCommand words) {
        Optional<String> refused =
                supports(step) ? Optional.empty() : step.only().map(only -> only.otherwise());
        boolean managed = words.takesCluster() || words.name().equals("testbed");
        return refused.or(() -> url.isPresent() && managed
                        ? Optional.of("bin/" + words.name() + " takes no address: "
                                + (makesClusters(spec) ? "leave out --url" : "give --cluster"))
                        : Optional.empty())
                .or(() -> url.isPresent() && words.sizesNodes()
                        ? Optional.of("the size of its nodes (node-cpus) cannot be set at an address: leave out --url")
                        : Optional.empty());
    }

    /** Returns whether a step that ended so is repeated when the experiment goes on: a search can do nothing with an invalid run. */
    boolean repeats(StepRecord step) {
        return step.outcome() == StepOutcome.INTERRUPTED
                || step.outcome() == StepOutcome.FAILED
                || (scale().search().isPresent() && step.invalid());
    }

    /** Returns whether the experiment has the step on this database. */
    boolean supports(ExperimentStep step) {
        return step.only().map(only -> only.databases().contains(database)).orElse(true);
    }

    /**
     * Step of one cell.
     *
     * @param cell the values of the dimensions on which it depends
     * @param obstacle why the database does not support it; empty if it does
     */
    public record PlannedStep(
            ExperimentStep step, Map<String, String> cell, StepCommand words, Optional<String> obstacle, Needs needs) {
        /** Need of a step; zero where it is not stated. */
        public record Needs(long rows, long bytes, long clients, long seconds) {
            static Needs of(StepSize size, Placeholders values) {
                return new Needs(
                        whole(size.rows(), values),
                        whole(size.bytes(), values),
                        whole(size.clients(), values),
                        whole(size.seconds(), values));
            }

            private static long whole(String expression, Placeholders values) {
                return expression.isEmpty()
                        ? 0
                        : values.computed(expression)
                                .max(BigDecimal.ZERO)
                                .setScale(0, RoundingMode.HALF_UP)
                                .longValueExact();
            }
        }

        /** Returns the key that identifies it among the steps of its experiment; also the name of its folder. */
        public String key() {
            return cell.isEmpty()
                    ? step.name()
                    : step.name() + ","
                            + inKey(cell.entrySet().stream()
                                    .map(value -> value.getKey() + "=" + value.getValue())
                                    .collect(Collectors.joining(",")));
        }

        /** Returns a text as keys have it. */
        static String inKey(String text) {
            return text.replaceAll("[^A-Za-z0-9.,=_-]", "_");
        }
    }
}
