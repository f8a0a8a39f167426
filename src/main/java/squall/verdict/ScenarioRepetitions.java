package squall.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FigureSpread;
import squall.measure.recovery.FigureSpread.FigureValue;

/**
 * Sequence of runs of one scenario, and the statistics of their figures.
 *
 * @param runs by the names of their directories, in order: the headlines of the baseline and of each phase
 */
public record ScenarioRepetitions(Map<String, List<PhaseHeadlines>> runs) {
    /** Value before the first run. */
    public static final ScenarioRepetitions NONE = new ScenarioRepetitions(Map.of());

    /**
     * Phase over all runs.
     *
     * @param figures by name; a run that did not measure one is not counted in it
     * @param apart the figures whose interval does not overlap that of the first control phase: more than noise
     */
    public record RepeatedPhase(
            String name, boolean control, SortedMap<String, FigureSpread> figures, List<String> apart) {}

    public ScenarioRepetitions {
        runs = Collections.unmodifiableMap(new LinkedHashMap<>(runs));
    }

    /** Returns these runs and one more. @param run the name of its directory */
    public ScenarioRepetitions and(String run, AdversityResult adversity) {
        Stream<PhaseHeadlines> baseline =
                adversity.criteria().map(BaselineCriteria::baseline).map(PhaseHeadlines::of).stream();
        Map<String, List<PhaseHeadlines>> more = new LinkedHashMap<>(runs);
        more.put(
                run,
                Stream.concat(baseline, adversity.phases().stream().map(PhaseHeadlines::of))
                        .toList());
        return new ScenarioRepetitions(more);
    }

    /** Returns the phases, in the order of the first run that has them. */
    public List<RepeatedPhase> phases() {
        Map<String, List<PhaseHeadlines>> byPhase = new LinkedHashMap<>();
        runs.values().stream()
                .flatMap(List::stream)
                .forEach(headlines -> byPhase.computeIfAbsent(headlines.phase(), name -> new ArrayList<>())
                        .add(headlines));
        Optional<SortedMap<String, FigureSpread>> control = byPhase.values().stream()
                .filter(all ->
                        all.getFirst().control() && all.getFirst().figures().containsKey("availability"))
                .findFirst()
                .map(ScenarioRepetitions::spreads);
        return byPhase.values().stream().map(all -> phase(all, control)).toList();
    }

    private static RepeatedPhase phase(List<PhaseHeadlines> all, Optional<SortedMap<String, FigureSpread>> control) {
        PhaseHeadlines first = all.getFirst();
        SortedMap<String, FigureSpread> figures = spreads(all);
        List<String> apart = first.control()
                ? List.of()
                : figures.entrySet().stream()
                        .filter(figure -> control.map(noise -> noise.get(figure.getKey()))
                                .filter(noise -> figure.getValue().apart(noise))
                                .isPresent())
                        .map(Map.Entry::getKey)
                        .toList();
        return new RepeatedPhase(first.phase(), first.control(), figures, apart);
    }

    private static SortedMap<String, FigureSpread> spreads(List<PhaseHeadlines> all) {
        SortedMap<String, List<FigureValue>> readings = new TreeMap<>();
        all.forEach(headlines -> headlines
                .figures()
                .forEach((name, reading) ->
                        readings.computeIfAbsent(name, key -> new ArrayList<>()).add(reading)));
        SortedMap<String, FigureSpread> spreads = new TreeMap<>();
        readings.forEach((name, found) -> spreads.put(name, new FigureSpread(found)));
        return spreads;
    }
}
