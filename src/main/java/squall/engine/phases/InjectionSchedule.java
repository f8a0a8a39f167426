package squall.engine.phases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Scenario;

/** In which order the injections of a phase come; a function of the scenario. */
final class InjectionSchedule {
    /** Repetitions begin at another moment of the cluster's own intervals, which are of this order. */
    private static final int OFFSET_SECONDS = 10;

    private final Scenario scenario;
    private final int phase;
    private final Phase.Disturbed disturbed;
    private final int repetition;

    /** @param phase index in the scenario's phases */
    InjectionSchedule(Scenario scenario, int phase, Phase.Disturbed disturbed, int repetition) {
        this.scenario = scenario;
        this.phase = phase;
        this.disturbed = disturbed;
        this.repetition = repetition;
    }

    List<InjectionGroup> all() {
        return switch (disturbed.order()) {
            case SERIAL ->
                IntStream.range(0, count())
                        .boxed()
                        .flatMap(i -> serial(i).stream())
                        .toList();
            case PARALLEL -> parallel();
            case CASCADE -> cascade();
        };
    }

    /** One injection with its repetitions; only the first waits for the settling. */
    private List<InjectionGroup> serial(int injection) {
        return IntStream.range(0, times(injection))
                .mapToObj(time -> group(
                        List.of(part(injection, time)),
                        time == 0 ? settle(injection) : Duration.ZERO,
                        gapUnlessLast(injection, time)))
                .toList();
    }

    /** All at once, as often as the one that is repeated most; the others as often as they want. */
    private List<InjectionGroup> parallel() {
        int most = IntStream.range(0, count())
                .boxed()
                .max(Comparator.comparingInt(this::times))
                .orElseThrow();
        return IntStream.range(0, times(most))
                .mapToObj(time -> new InjectionGroup(
                        phase,
                        disturbed.name(),
                        pass() + (times(most) == 1 ? "" : "#" + (time + 1)),
                        IntStream.range(0, count())
                                .filter(i -> time < times(i))
                                .mapToObj(i -> part(i, time))
                                .toList(),
                        time == 0 ? settle(0) : Duration.ZERO,
                        gapUnlessLast(most, time)))
                .toList();
    }

    /** Each at once after the one before; only the last is followed until all is well. */
    private List<InjectionGroup> cascade() {
        List<InjectionGroup> groups = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            for (int time = 0; time < times(i); time++) {
                Optional<Duration> next = i + 1 < count() ? Optional.of(Duration.ZERO) : Optional.empty();
                groups.add(group(
                        List.of(part(i, time)),
                        groups.isEmpty() ? settle(0) : Duration.ZERO,
                        gapUnlessLast(i, time).or(() -> next)));
            }
        }
        return groups;
    }

    private InjectionGroup group(List<InjectionGroup.Part> parts, Duration settle, Optional<Duration> gap) {
        return new InjectionGroup(phase, disturbed.name(), name(parts.getFirst().name()), parts, settle, gap);
    }

    private InjectionGroup.Part part(int injection, int time) {
        Injection what = injection(injection);
        String number = times(injection) == 1 ? "" : "#" + (time + 1);
        return new InjectionGroup.Part(
                injection,
                round(injection, time),
                kind(injection) + number,
                what.fault().kind(),
                what.hold());
    }

    /** The fault, numbered where a phase has several of a kind. */
    private String kind(int injection) {
        String kind = injection(injection).fault().kind();
        long before = IntStream.range(0, injection)
                .filter(i -> injection(i).fault().kind().equals(kind))
                .count();
        return before == 0 ? kind : kind + "-" + (before + 1);
    }

    private String name(String part) {
        return pass() + (count() == 1 && times(0) == 1 ? "" : "/" + part);
    }

    /** The phase, numbered where it passes more than once. */
    private String pass() {
        return disturbed.name() + (scenario.rules().repetitions() == 1 ? "" : "@" + (repetition + 1));
    }

    private Duration settle(int injection) {
        Duration quiet = scenario.rules().windows().settle();
        return scenario.rules().repetitions() == 1
                ? quiet
                : quiet.plusSeconds(
                        scenario.chance(phase, injection, round(injection, 0)).nextInt(OFFSET_SECONDS));
    }

    private Optional<Duration> gapUnlessLast(int injection, int time) {
        return time + 1 == times(injection)
                ? Optional.empty()
                : Optional.of(injection(injection)
                        .repeat()
                        .gap()
                        .draw(scenario.chance(phase, injection, round(injection, time))));
    }

    private int times(int injection) {
        return injection(injection).repeat().times();
    }

    private int round(int injection, int time) {
        return repetition * times(injection) + time;
    }

    private Injection injection(int index) {
        return disturbed.injections().get(index);
    }

    private int count() {
        return disturbed.injections().size();
    }

    /**
     * What is to be injected at one time.
     *
     * @param phase index in the scenario's phases
     * @param phaseName its name
     * @param name of its windows
     * @param parts injected together
     * @param settle how long is waited before; zero where it follows another at once
     * @param gap how long is waited after the healing until the next; empty: until the system is back
     */
    record InjectionGroup(
            int phase, String phaseName, String name, List<Part> parts, Duration settle, Optional<Duration> gap) {
        /**
         * One injection.
         *
         * @param injection index in the phase
         * @param round which time it is
         * @param name within the phase
         * @param fault its kind, as the scenario names it
         */
        record Part(int injection, int round, String name, String fault, Injection.HoldTime hold) {}

        InjectionGroup {
            parts = List.copyOf(parts);
        }

        /** Whether nothing of it will be healed before the run ends. */
        boolean stays() {
            return parts.stream().allMatch(part -> part.hold() instanceof Injection.HoldTime.UntilRunEnd);
        }
    }
}
