package squall.run.conduct;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Scenario;

/** In which order the injections of a phase come; a function of the scenario. */
final class Blows {
    /** Repetitions begin at another moment of the cluster's own intervals, which are of this order. */
    private static final int OFFSET_SECONDS = 10;

    private final Scenario scenario;
    private final int phase;
    private final Phase.Disturbed disturbed;
    private final int repetition;

    /** @param phase index in the scenario's phases */
    Blows(Scenario scenario, int phase, Phase.Disturbed disturbed, int repetition) {
        this.scenario = scenario;
        this.phase = phase;
        this.disturbed = disturbed;
        this.repetition = repetition;
    }

    List<Blow> all() {
        return switch (disturbed.order()) {
            case SERIAL ->
                IntStream.range(0, count())
                        .boxed()
                        .flatMap(i -> serial(i).stream())
                        .toList();
            case PARALLEL -> List.of(parallel());
            case CASCADE -> cascade();
        };
    }

    /** One injection as often as it is repeated; only the first waits until all is quiet. */
    private List<Blow> serial(int injection) {
        int times = injection(injection).repeat().times();
        return IntStream.range(0, times)
                .mapToObj(time -> {
                    Optional<Duration> gap = time + 1 < times ? Optional.of(gap(injection, time)) : Optional.empty();
                    return blow(List.of(part(injection, time)), time == 0 ? settle(injection) : Duration.ZERO, gap);
                })
                .toList();
    }

    private Blow parallel() {
        List<Blow.Part> parts =
                IntStream.range(0, count()).mapToObj(i -> part(i, 0)).toList();
        return new Blow(phase, disturbed.name(), name(""), parts, settle(0), Optional.empty());
    }

    /** Each at once after the one before; only the last is followed until all is well. */
    private List<Blow> cascade() {
        List<Blow> blows = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            Optional<Duration> gap = i + 1 < count() ? Optional.of(Duration.ZERO) : Optional.empty();
            blows.add(blow(List.of(part(i, 0)), i == 0 ? settle(0) : Duration.ZERO, gap));
        }
        return blows;
    }

    private Blow blow(List<Blow.Part> parts, Duration settle, Optional<Duration> gap) {
        return new Blow(phase, disturbed.name(), name(parts.getFirst().name()), parts, settle, gap);
    }

    private Blow.Part part(int injection, int time) {
        Injection what = injection(injection);
        int times = what.repeat().times();
        String number = times == 1 ? "" : "#" + (time + 1);
        return new Blow.Part(
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

    /** @param part empty for a phase whose injections come together */
    private String name(String part) {
        String pass = scenario.rules().repetitions() == 1 ? "" : "@" + (repetition + 1);
        boolean alone = part.isEmpty() || (count() == 1 && injection(0).repeat().times() == 1);
        return disturbed.name() + pass + (alone ? "" : "/" + part);
    }

    private Duration settle(int injection) {
        Duration quiet = scenario.rules().windows().settle();
        return scenario.rules().repetitions() == 1
                ? quiet
                : quiet.plusSeconds(
                        scenario.chance(phase, injection, round(injection, 0)).nextInt(OFFSET_SECONDS));
    }

    private Duration gap(int injection, int time) {
        return injection(injection).repeat().gap().draw(scenario.chance(phase, injection, round(injection, time)));
    }

    private int round(int injection, int time) {
        return repetition * injection(injection).repeat().times() + time;
    }

    private Injection injection(int index) {
        return disturbed.injections().get(index);
    }

    private int count() {
        return disturbed.injections().size();
    }
}
