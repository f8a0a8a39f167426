package squall.engine.phases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.scenario.Injection;
import squall.scenario.Injection.InjectionRepeat.GapStart;
import squall.scenario.Phase;
import squall.scenario.Scenario;

/**
 * Schedule of the injections of a phase; a pure function of the scenario.
 *
 * @param phase index in the scenario's phases
 */
record InjectionSchedule(Scenario scenario, int phase, Phase.Disturbed disturbed, int repetition) {
    /** Offset between repetitions, so that they begin at different moments of the cluster's own periods, which are of this order. */
    private static final int OFFSET_SECONDS = 10;

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

    /** Returns the repetitions of one injection; only the first is preceded by the settle time. */
    private List<InjectionGroup> serial(int injection) {
        return IntStream.range(0, times(injection))
                .mapToObj(time -> group(
                        List.of(part(injection, time)),
                        time == 0 ? settle(injection) : Duration.ZERO,
                        nextUnlessLast(injection, time)))
                .toList();
    }

    /**
     * Returns groups of injections at the same time, as many as the most repeated injection needs; the others take part as often as they
     * repeat.
     */
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
                        nextUnlessLast(most, time)))
                .toList();
    }

    /** Returns injections that follow each other immediately; recovery is watched to its end only after the last. */
    private List<InjectionGroup> cascade() {
        List<InjectionGroup> groups = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            for (int time = 0; time < times(i); time++) {
                Optional<InjectionGroup.Next> next = i + 1 < count()
                        ? Optional.of(new InjectionGroup.Next(Duration.ZERO, GapStart.HEALING))
                        : Optional.empty();
                groups.add(group(
                        List.of(part(i, time)),
                        groups.isEmpty() ? settle(0) : Duration.ZERO,
                        nextUnlessLast(i, time).or(() -> next)));
            }
        }
        return groups;
    }

    private InjectionGroup group(List<InjectionGroup.Part> parts, Duration settle, Optional<InjectionGroup.Next> next) {
        return new InjectionGroup(phase, disturbed.name(), name(parts.getFirst().name()), parts, settle, next);
    }

    private InjectionGroup.Part part(int injection, int time) {
        Injection what = injection(injection);
        return new InjectionGroup.Part(
                injection,
                round(injection, time),
                disturbed.injectionName(injection, time),
                what.fault().kind(),
                what.hold());
    }

    private String name(String part) {
        return pass() + (count() == 1 && times(0) == 1 ? "" : "/" + part);
    }

    /** Returns the name of the phase, with a number if it is repeated. */
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

    private Optional<InjectionGroup.Next> nextUnlessLast(int injection, int time) {
        if (time + 1 == times(injection)) {
            return Optional.empty();
        }
        Injection.InjectionRepeat repeat = injection(injection).repeat();
        return Optional.of(new InjectionGroup.Next(
                repeat.gap().draw(scenario.chance(phase, injection, round(injection, time))), repeat.after()));
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
     * Group of injections at one time.
     *
     * @param phase index in the scenario's phases
     * @param phaseName its name
     * @param name of its windows
     * @param parts injected together
     * @param settle time to wait before; zero if it follows another immediately
     * @param next of the same phase; empty if this is the last group
     */
    record InjectionGroup(
            int phase, String phaseName, String name, List<Part> parts, Duration settle, Optional<Next> next) {
        /**
         * Injection of a group.
         *
         * @param injection index in the phase
         * @param round number of earlier times
         * @param name within the phase
         * @param fault its kind, as the scenario names it
         */
        record Part(int injection, int round, String name, String fault, Injection.HoldTime hold) {}

        /** Start of the next group. */
        record Next(Duration gap, GapStart after) {}

        InjectionGroup {
            parts = List.copyOf(parts);
        }

        /** Returns whether no part of the group is healed before the run ends. */
        boolean stays() {
            return parts.stream().allMatch(part -> part.hold() instanceof Injection.HoldTime.UntilRunEnd);
        }
    }
}
