package squall.report.browse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import squall.measure.Window;
import squall.report.model.ReportData;
import squall.results.RecordedEvent;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.system.HumanNumbers;

/** What a scenario does next, and when, from the events that its run has recorded so far. */
final class UpcomingSteps {
    private static final Set<String> STEPS = Set.of("inject", "heal");

    private final Scenario scenario;
    private final ReportData data;

    /** Names of phases are numbered from the second pass of a scenario on. */
    private final int current;

    private final double begunSecond;

    UpcomingSteps(Scenario scenario, ReportData data) {
        this.scenario = scenario;
        this.data = data;
        Optional<RecordedEvent> begun = data.events().stream()
                .filter(event -> event.type().equals("phase"))
                .reduce((first, second) -> second);
        this.current = begun.map(event -> number(event.detail().replaceFirst(" begins$", "")))
                .orElse(-1);
        this.begunSecond = begun.map(event -> event.atNs() / 1e9).orElse(0.0);
    }

    private int number(String phase) {
        List<Phase> phases = scenario.phases();
        for (int i = phases.size() - 1; i >= 0; i--) {
            if (phases.get(i).name().equals(phase)) {
                return i;
            }
        }
        return -1;
    }

    /** The next step of the current phase, then the phases that follow. */
    String told() {
        List<String> steps = new ArrayList<>();
        double earliest = begunSecond;
        if (current >= 0) {
            Step step = step(scenario.phases().get(current));
            steps.add(step.told());
            earliest = step.earliestEnd();
        }
        for (Phase phase :
                scenario.phases().subList(current + 1, scenario.phases().size())) {
            steps.add(told(phase) + " from " + clock(earliest) + " at the earliest");
            earliest += shortest(phase);
        }
        steps.add("the end of the run at " + clock(earliest) + " at the earliest, and the checks of the data");
        return String.join("; then ", steps);
    }

    /** @param earliestEnd of the phase, in seconds since the run began */
    private record Step(String told, double earliestEnd) {}

    private Step step(Phase phase) {
        return switch (phase) {
            case Phase.Fill fill -> until("the filling ends at about ", fill.length(), "");
            case Phase.Baseline baseline ->
                until("the baseline ends at about ", baseline.length(), ", later if it is not steady");
            case Phase.Control control ->
                until("the control ends at about ", Duration.ofNanos((long) (shortest(control) * 1e9)), "");
            case Phase.Cooldown cooldown -> until("the cooldown ends at about ", cooldown.length(), "");
            case Phase.Disturbed disturbed -> step(disturbed);
        };
    }

    private Step until(String what, Duration length, String but) {
        double end = begunSecond + seconds(length);
        return new Step(what + clock(end) + but, end);
    }

    /** Of an injection, by its name in the events: when it was injected, when its healing began. */
    private static final class Progress {
        private final String fault;
        private final double injectedSecond;
        private Optional<Double> healedSecond = Optional.empty();

        Progress(String fault, double injectedSecond) {
            this.fault = fault;
            this.injectedSecond = injectedSecond;
        }
    }

    private Step step(Phase.Disturbed disturbed) {
        Map<String, Progress> injected = injected();
        List<String> heals = new ArrayList<>();
        double earliest = begunSecond + shortest(disturbed);
        for (Map.Entry<String, Progress> each : injected.entrySet()) {
            Progress injection = each.getValue();
            if (injection.healedSecond.isPresent()) {
                continue;
            }
            switch (hold(disturbed, each.getKey())) {
                case Injection.HoldTime.For time -> {
                    double heal = injection.injectedSecond + seconds(time.length());
                    heals.add("healing of " + injection.fault + " at about " + clock(heal));
                    earliest = Math.max(earliest, heal);
                }
                case Injection.HoldTime.UntilDone done ->
                    heals.add("healing of " + injection.fault + " when its work is done");
                case Injection.HoldTime.UntilRunEnd end -> {} // background to all that follows
            }
        }
        if (!heals.isEmpty()) {
            return new Step(
                    String.join(", ", heals), Math.max(earliest, data.series().seconds()));
        }
        return new Step(
                betweenInjections(disturbed, injected),
                Math.max(earliest, data.series().seconds()));
    }

    private String betweenInjections(Phase.Disturbed disturbed, Map<String, Progress> injected) {
        int all = scenario.rules().repetitions()
                * disturbed.injections().stream()
                        .mapToInt(injection -> injection.repeat().times())
                        .sum();
        if (injected.isEmpty()) {
            double at = begunSecond + seconds(scenario.rules().windows().settle());
            return "injection of " + told(disturbed) + " at about " + clock(at);
        }
        String recovery = data.windows().getLast().kind() == Window.Kind.RECOVERY
                ? "recovery, watched until " + clock(lastWatched(injected)) + " at the latest"
                : "recovery";
        return injected.size() < all
                ? recovery + "; then injection " + (injected.size() + 1) + " of " + all + " of " + disturbed.name()
                : recovery;
    }

    private double lastWatched(Map<String, Progress> injected) {
        double healed = injected.values().stream()
                .flatMap(injection -> injection.healedSecond.stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(begunSecond);
        return healed
                + seconds(scenario.rules().windows().recoveryMax())
                + seconds(scenario.rules().recovery().held());
    }

    /** The injections of the current phase so far, by their names. */
    private Map<String, Progress> injected() {
        Map<String, Progress> injected = new LinkedHashMap<>();
        Set<String> failed = new HashSet<>();
        for (RecordedEvent event : data.events()) {
            if (!STEPS.contains(event.type()) || event.atNs() / 1e9 < begunSecond) {
                continue;
            }
            RecordedEvent.FaultStep step = event.step();
            if (!step.ok().orElse(true)) {
                failed.add(step.injection());
            } else if (event.type().equals("inject")) {
                injected.put(step.injection(), new Progress(name(step), event.endNs() / 1e9));
            } else if (injected.containsKey(step.injection())) {
                injected.get(step.injection()).healedSecond = Optional.of(event.endNs() / 1e9);
            }
        }
        failed.forEach(injected::remove);
        return injected;
    }

    private static String name(RecordedEvent.FaultStep step) {
        String fault = step.fault().orElse(step.injection());
        return step.target().isEmpty() ? fault : fault + " of " + step.target();
    }

    /** The engine names an injection {@code phase/kind-2#1}, less what is needless. */
    private static Injection.HoldTime hold(Phase.Disturbed disturbed, String name) {
        String part = name.replaceFirst("^.*/", "").replaceFirst("#\\d+$", "");
        Map<String, Integer> sameKind = new LinkedHashMap<>();
        for (Injection injection : disturbed.injections()) {
            String kind = injection.fault().kind();
            int number = sameKind.merge(kind, 1, Integer::sum);
            if (part.equals(number == 1 ? kind : kind + "-" + number)) {
                return injection.hold();
            }
        }
        return disturbed.injections().getFirst().hold();
    }

    /** What a phase takes at least, in seconds. */
    private double shortest(Phase phase) {
        double around = seconds(scenario.rules().windows().settle())
                + seconds(scenario.rules().recovery().held());
        return switch (phase) {
            case Phase.Fill fill -> seconds(fill.length());
            case Phase.Baseline baseline -> seconds(baseline.length());
            case Phase.Control control -> seconds(control.hold()) + around;
            case Phase.Cooldown cooldown -> seconds(cooldown.length());
            case Phase.Disturbed disturbed ->
                around
                        + disturbed.injections().stream()
                                .mapToDouble(UpcomingSteps::held)
                                .max()
                                .orElse(0);
        };
    }

    private static double held(Injection injection) {
        return injection.hold() instanceof Injection.HoldTime.For time ? seconds(time.length()) : 0;
    }

    private static String told(Phase phase) {
        return switch (phase) {
            case Phase.Disturbed disturbed ->
                disturbed.name() + " ("
                        + disturbed.injections().stream()
                                .map(injection ->
                                        times(injection) + injection.fault().kind() + told(injection.hold()))
                                .collect(Collectors.joining(", "))
                        + ")";
            case Phase.Baseline baseline -> lasting(baseline.name(), baseline.length());
            case Phase.Cooldown cooldown -> lasting(cooldown.name(), cooldown.length());
            case Phase.Control control -> control.name();
            case Phase.Fill fill -> lasting(fill.name(), fill.length());
        };
    }

    private static String lasting(String name, Duration length) {
        return name + " (" + HumanNumbers.length(length) + ")";
    }

    private static String times(Injection injection) {
        return injection.repeat().times() == 1 ? "" : injection.repeat().times() + " x ";
    }

    private static String told(Injection.HoldTime hold) {
        return switch (hold) {
            case Injection.HoldTime.For time -> ", held for " + HumanNumbers.length(time.length());
            case Injection.HoldTime.UntilDone done -> ", until its work is done";
            case Injection.HoldTime.UntilRunEnd end -> ", until the end of the run";
        };
    }

    private static double seconds(Duration length) {
        return length.toNanos() / 1e9;
    }

    private static String clock(double second) {
        return HumanNumbers.clock((long) second);
    }
}
