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
import squall.measure.recovery.Reading;
import squall.measure.recovery.Spread;
import squall.measure.recovery.Yardstick;

/**
 * Runs of the same scenario, one after the other, and what their figures have in common.
 *
 * @param runs by the names of their directories, in order: the headlines of the baseline and of each phase
 */
public record Repetitions(Map<String, List<Headlines>> runs) {
    /** Before the first run. */
    public static final Repetitions NONE = new Repetitions(Map.of());

    /**
     * A phase over all runs.
     *
     * @param figures by name; a run that did not measure one is not counted in it
     * @param apart those whose interval has nothing in common with that of the first control: more than noise
     */
    public record Phase(String name, boolean control, SortedMap<String, Spread> figures, List<String> apart) {}

    public Repetitions {
        runs = Collections.unmodifiableMap(new LinkedHashMap<>(runs));
    }

    /** With one run more. @param run the name of its directory */
    public Repetitions and(String run, Adversity adversity) {
        Stream<Headlines> baseline = adversity.yardstick().map(Yardstick::baseline).map(Headlines::of).stream();
        Map<String, List<Headlines>> more = new LinkedHashMap<>(runs);
        more.put(
                run,
                Stream.concat(baseline, adversity.phases().stream().map(Headlines::of))
                        .toList());
        return new Repetitions(more);
    }

    /** In the order of the first run that has them. */
    public List<Phase> phases() {
        Map<String, List<Headlines>> byPhase = new LinkedHashMap<>();
        runs.values().stream()
                .flatMap(List::stream)
                .forEach(headlines -> byPhase.computeIfAbsent(headlines.phase(), name -> new ArrayList<>())
                        .add(headlines));
        Optional<SortedMap<String, Spread>> control = byPhase.values().stream()
                .filter(all ->
                        all.getFirst().control() && all.getFirst().figures().containsKey("availability"))
                .findFirst()
                .map(Repetitions::spreads);
        return byPhase.values().stream().map(all -> phase(all, control)).toList();
    }

    private static Phase phase(List<Headlines> all, Optional<SortedMap<String, Spread>> control) {
        Headlines first = all.getFirst();
        SortedMap<String, Spread> figures = spreads(all);
        List<String> apart = first.control()
                ? List.of()
                : figures.entrySet().stream()
                        .filter(figure -> control.map(noise -> noise.get(figure.getKey()))
                                .filter(noise -> figure.getValue().apart(noise))
                                .isPresent())
                        .map(Map.Entry::getKey)
                        .toList();
        return new Phase(first.phase(), first.control(), figures, apart);
    }

    private static SortedMap<String, Spread> spreads(List<Headlines> all) {
        SortedMap<String, List<Reading>> readings = new TreeMap<>();
        all.forEach(headlines -> headlines
                .figures()
                .forEach((name, reading) ->
                        readings.computeIfAbsent(name, key -> new ArrayList<>()).add(reading)));
        SortedMap<String, Spread> spreads = new TreeMap<>();
        readings.forEach((name, found) -> spreads.put(name, new Spread(found)));
        return spreads;
    }
}
