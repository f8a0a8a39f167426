package squall.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import squall.experiment.ExperimentSpec.Stop;
import squall.experiment.ExperimentSpec.ValueSearch;
import squall.system.HumanNumbers;

/** Which cell of an experiment comes next. Pure: an interrupted sweep takes the same way again. */
sealed interface SweepOrder {
    /** @param violation why a cell was not accepted, by its cell; empty if it was. Cells that are not there were not run */
    Optional<Map<String, String>> next(Map<Map<String, String>, Optional<String>> violation);

    /** What has to be said of the whole. */
    List<String> notes(Map<Map<String, String>, Optional<String>> violation);

    static SweepOrder of(SelectedExperiment selected) {
        return selected.scale()
                .search()
                .<SweepOrder>map(Saturation::new)
                .orElseGet(() -> new Matrix(selected.cells(), selected.scale().stop()));
    }

    /** One after the other, until a rule that ends the sweep early. */
    record Matrix(List<Map<String, String>> cells, Optional<Stop> stop) implements SweepOrder {
        @Override
        public Optional<Map<String, String>> next(Map<Map<String, String>, Optional<String>> violation) {
            return stopped(violation)
                    ? Optional.empty()
                    : cells.stream()
                            .filter(cell -> !violation.containsKey(cell))
                            .findFirst();
        }

        @Override
        public List<String> notes(Map<Map<String, String>, Optional<String>> violation) {
            return stopped(violation) && violation.size() < cells.size()
                    ? List.of("Ended after " + violation.size() + " of " + cells.size() + " steps: "
                            + stop.orElseThrow().after()
                            + " in a row did not keep the rules of this sweep, the last because "
                            + last(violation).getLast().orElse("") + ".")
                    : List.of();
        }

        private boolean stopped(Map<Map<String, String>, Optional<String>> violation) {
            return stop.isPresent()
                    && last(violation).size() == stop.get().after()
                    && last(violation).stream().allMatch(Optional::isPresent);
        }

        /** What was found of the last cells, as many as the rule looks at. */
        private List<Optional<String>> last(Map<Map<String, String>, Optional<String>> violation) {
            List<Optional<String>> found = cells.stream()
                    .filter(violation::containsKey)
                    .map(cell -> violation.getOrDefault(cell, Optional.empty()))
                    .toList();
            int after = stop.map(Stop::after).orElse(0);
            return found.subList(Math.max(0, found.size() - after), found.size());
        }
    }

    /** Doubles a value until a run is not accepted, then halves the distance between the last accepted and the first refused one. */
    record Saturation(ValueSearch search) implements SweepOrder {
        @Override
        public Optional<Map<String, String>> next(Map<Map<String, String>, Optional<String>> violation) {
            TreeMap<Long, Optional<String>> tried = tried(violation);
            if (tried.isEmpty()) {
                return Optional.of(cell(search.from()));
            }
            long accepted = accepted(tried);
            Optional<Long> refused = refused(tried);
            if (refused.isEmpty()) {
                return accepted == search.to()
                        ? Optional.empty()
                        : Optional.of(cell(Math.min(2 * accepted, search.to())));
            }
            long distance = refused.get() - accepted;
            boolean close = accepted == 0 || distance <= Math.max(1, Math.round(accepted * search.resolution()));
            return close ? Optional.empty() : Optional.of(cell(accepted + distance / 2));
        }

        @Override
        public List<String> notes(Map<Map<String, String>, Optional<String>> violation) {
            TreeMap<Long, Optional<String>> tried = tried(violation);
            String rules = "Accepted: "
                    + String.join(
                            ", ",
                            search.accept().stream()
                                    .map(ExperimentSpec.AcceptanceRule::text)
                                    .toList()) + ".";
            return tried.isEmpty() ? List.of(rules) : List.of(rules, result(tried));
        }

        private String result(TreeMap<Long, Optional<String>> tried) {
            long accepted = accepted(tried);
            Optional<Long> refused = refused(tried);
            String found = accepted == 0
                    ? "Not even " + HumanNumbers.count(search.from()) + " was accepted"
                    : "Largest accepted " + search.value() + ": " + HumanNumbers.count(accepted);
            return found
                    + refused.map(value -> "; " + HumanNumbers.count(value) + " was not: "
                                    + tried.getOrDefault(value, Optional.empty())
                                            .orElse("") + ".")
                            .orElse(
                                    accepted == search.to()
                                            ? ", the upper end of this search: the database was not saturated."
                                            : "; the search has not ended.");
        }

        private long accepted(TreeMap<Long, Optional<String>> tried) {
            long bound = refused(tried).orElse(Long.MAX_VALUE);
            return tried.entrySet().stream()
                    .filter(entry -> entry.getValue().isEmpty() && entry.getKey() < bound)
                    .mapToLong(Map.Entry::getKey)
                    .max()
                    .orElse(0);
        }

        private static Optional<Long> refused(TreeMap<Long, Optional<String>> tried) {
            return tried.entrySet().stream()
                    .filter(entry -> entry.getValue().isPresent())
                    .map(Map.Entry::getKey)
                    .findFirst();
        }

        private TreeMap<Long, Optional<String>> tried(Map<Map<String, String>, Optional<String>> violation) {
            TreeMap<Long, Optional<String>> tried = new TreeMap<>();
            violation.forEach((cell, why) -> tried.put(Long.parseLong(cell.getOrDefault(search.value(), "0")), why));
            return tried;
        }

        private Map<String, String> cell(long value) {
            return Map.of(search.value(), Long.toString(value));
        }
    }
}
