package squall.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.cli.command.MaximumSearch;
import squall.experiment.ExperimentSpec.Stop;
import squall.experiment.ExperimentSpec.ValueSearch;
import squall.system.HumanNumbers;

/** Order of the cells of an experiment. Pure: an interrupted sweep takes the same way again. */
sealed interface SweepOrder {
    /** @param violation why a cell was not accepted, by its cell; empty if it was. Cells that are absent were not run */
    Optional<Map<String, String>> next(Map<Map<String, String>, Optional<String>> violation);

    /** Returns the remarks on the whole sweep. */
    List<String> notes(Map<Map<String, String>, Optional<String>> violation);

    static SweepOrder of(SelectedExperiment selected) {
        return selected.scale()
                .search()
                .<SweepOrder>map(Saturation::new)
                .orElseGet(() -> new Matrix(selected.cells(), selected.scale().stop()));
    }

    /** Order one after the other, until a rule ends the sweep early. */
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
                    ? List.of("Ended after " + violation.size() + " of " + cells.size() + " combinations: "
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

        /** Returns the findings of the last cells, as many as the rule needs. */
        private List<Optional<String>> last(Map<Map<String, String>, Optional<String>> violation) {
            List<Optional<String>> found = cells.stream()
                    .filter(violation::containsKey)
                    .map(cell -> violation.getOrDefault(cell, Optional.empty()))
                    .toList();
            int after = stop.map(Stop::after).orElse(0);
            return found.subList(Math.max(0, found.size() - after), found.size());
        }
    }

    /**
     * Order that doubles a value until a run is not accepted, then halves the distance between the last accepted and the first refused one.
     */
    record Saturation(ValueSearch search) implements SweepOrder {
        @Override
        public Optional<Map<String, String>> next(Map<Map<String, String>, Optional<String>> violation) {
            OptionalLong next = search.range().next(accepted(tried(violation)));
            return next.isPresent()
                    ? Optional.of(Map.of(search.value(), Long.toString(next.getAsLong())))
                    : Optional.empty();
        }

        @Override
        public List<String> notes(Map<Map<String, String>, Optional<String>> violation) {
            SortedMap<Long, Optional<String>> tried = tried(violation);
            String rules = "Accepted: "
                    + String.join(
                            ", ",
                            search.accept().stream()
                                    .map(ExperimentSpec.AcceptanceRule::text)
                                    .toList()) + ".";
            return tried.isEmpty() ? List.of(rules) : List.of(rules, result(tried));
        }

        private String result(SortedMap<Long, Optional<String>> tried) {
            long accepted = MaximumSearch.accepted(accepted(tried)).orElse(0);
            OptionalLong refused = MaximumSearch.refused(accepted(tried));
            String found = accepted == 0
                    ? "Not even " + HumanNumbers.count(search.range().from()) + " was accepted"
                    : "Largest accepted " + search.value() + ": " + HumanNumbers.count(accepted);
            if (refused.isPresent()) {
                long value = refused.getAsLong();
                String why = tried.getOrDefault(value, Optional.empty()).orElse("");
                return found + "; " + HumanNumbers.count(value) + " was not: " + why + ".";
            }
            return found
                    + (accepted == search.range().to()
                            ? ", the upper end of this search: the database was not saturated."
                            : "; the search has not ended.");
        }

        private static SortedMap<Long, Boolean> accepted(SortedMap<Long, Optional<String>> tried) {
            SortedMap<Long, Boolean> accepted = new TreeMap<>();
            tried.forEach((value, violation) -> accepted.put(value, violation.isEmpty()));
            return accepted;
        }

        private SortedMap<Long, Optional<String>> tried(Map<Map<String, String>, Optional<String>> violation) {
            SortedMap<Long, Optional<String>> tried = new TreeMap<>();
            violation.forEach((cell, why) -> tried.put(Long.parseLong(cell.getOrDefault(search.value(), "0")), why));
            return tried;
        }
    }
}
