package squall.report.browse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import squall.engine.phases.ScenarioEvent;
import squall.measure.Window;
import squall.report.model.ReportData;
import squall.report.model.ReportedInjection;
import squall.results.RecordedEvent;
import squall.scenario.Injection;
import squall.scenario.Injection.HoldTime;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.system.HumanNumbers;

/** Forecast of the next steps of a scenario, and of their times, from the events that its run has recorded so far. */
final class UpcomingSteps {
    /** Maximum number of following phases that are shown. */
    private static final int MOST_PHASES = 3;

    private final Scenario scenario;
    private final ReportData data;

    /** Index of the current phase; names of phases are numbered from the second pass of a scenario on. */
    private final int current;

    private final double begunSecond;

    /** Injections of the current phase so far that did not fail, by their names. */
    private final Map<String, ReportedInjection> injected = new LinkedHashMap<>();

    /** @param injections of the whole run so far */
    UpcomingSteps(Scenario scenario, ReportData data, List<ReportedInjection> injections) {
        this.scenario = scenario;
        this.data = data;
        Optional<RecordedEvent> begun = data.events().stream()
                .filter(event -> event.is(ScenarioEvent.PHASE))
                .reduce((first, second) -> second);
        this.current = begun.map(event -> number(event.step().phase())).orElse(-1);
        this.begunSecond = begun.map(event -> event.atNs() / 1e9).orElse(0.0);
        injections.stream()
                .filter(injection -> injection.injecting().from().orElse(-1) >= begunSecond)
                .forEach(injection -> injected.put(injection.injection(), injection));
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

    /**
     * Text for the reader of the page.
     *
     * @param next the next step of the current phase
     * @param then the phases that follow, each with the earliest time of its beginning; empty in the last one
     */
    record UpcomingTexts(String next, String then, String end) {}

    UpcomingTexts texts() {
        Step step = current < 0
                ? new Step("the first phase begins when the load is at its pace", begunSecond)
                : step(scenario.phases().get(current));
        double earliest = step.earliestEnd();
        List<String> then = new ArrayList<>();
        for (Phase phase :
                scenario.phases().subList(current + 1, scenario.phases().size())) {
            then.add(text(phase) + " from " + clock(earliest));
            earliest += shortest(phase);
        }
        return new UpcomingTexts(
                step.text(), first(then), "at " + clock(earliest) + ", followed by the checks of the data");
    }

    private static String first(List<String> phases) {
        int more = phases.size() - MOST_PHASES;
        return String.join("; ", phases.subList(0, Math.min(MOST_PHASES, phases.size())))
                + (more > 0 ? "; and " + HumanNumbers.counted(more, "more phase") : "");
    }

    /** @param earliestEnd of the phase, in seconds since the run began */
    private record Step(String text, double earliestEnd) {}

    private Step step(Phase phase) {
        return switch (phase) {
            case Phase.Fill fill -> until("the filling ends", seconds(fill.length()), "", "soon");
            case Phase.Baseline baseline ->
                until(
                        "the baseline ends",
                        seconds(baseline.length()),
                        ", later if it is not steady",
                        "when it is steady");
            case Phase.Control control ->
                until("the control ends", shortest(control), "", "when the load is back at its baseline");
            case Phase.Cooldown cooldown -> until("the cooldown ends", seconds(cooldown.length()), "", "soon");
            case Phase.Disturbed disturbed -> step(disturbed);
        };
    }

    /** @param late text for when it takes longer than the minimum */
    private Step until(String what, double seconds, String but, String late) {
        double end = begunSecond + seconds;
        int now = data.series().seconds();
        return now <= end ? new Step(what + " at about " + clock(end) + but, end) : new Step(what + " " + late, now);
    }

    private Step step(Phase.Disturbed disturbed) {
        List<ReportedInjection> holding = injected.values().stream()
                .filter(injection -> injection.healing().to().isEmpty())
                .toList();
        List<String> heals = holding.stream()
                .flatMap(each -> healing(named(disturbed, each.injection()).hold(), each).stream())
                .toList();
        String told = heals.isEmpty() ? injectionOrRecovery(disturbed) : String.join(", ", heals);
        double held = holding.stream()
                .mapToDouble(
                        each -> healSecond(named(disturbed, each.injection()).hold(), each))
                .max()
                .orElse(0);
        double recovered = held + seconds(scenario.rules().recovery().held());
        double earliest = Math.max(recovered, begunSecond + shortest(disturbed));
        return new Step(told, Math.max(earliest, data.series().seconds()));
    }

    private static double healSecond(HoldTime hold, ReportedInjection injection) {
        return injection.injecting().to().orElse(0) + (hold instanceof HoldTime.For time ? seconds(time.length()) : 0);
    }

    /** Returns when it will be healed; empty where it is background to all that follows. */
    private Optional<String> healing(HoldTime hold, ReportedInjection injection) {
        return switch (hold) {
            case HoldTime.For time -> {
                double at = healSecond(time, injection);
                boolean due = at < data.series().seconds();
                yield Optional.of("healing of " + injection.name() + (due ? ", due since " : " at about ") + clock(at));
            }
            case HoldTime.UntilDone done -> Optional.of("healing of " + injection.name() + " when its work is done");
            case HoldTime.UntilRunEnd end -> Optional.empty();
        };
    }

    private String injectionOrRecovery(Phase.Disturbed disturbed) {
        Window last = data.windows().getLast();
        if (last.kind() == Window.Kind.DISTURBED) { // its injection is recorded when it is over
            return tried() < (double) last.fromSecond()
                    ? "the injection of " + text(disturbed) + ", under way since " + clock((double) last.fromSecond())
                    : "recovery, when the fault is seen to be gone";
        }
        if (injected.isEmpty()) {
            double at = begunSecond + seconds(scenario.rules().windows().settle());
            return "injection of " + text(disturbed) + " at about " + clock(at);
        }
        return afterInjection(disturbed);
    }

    /** Returns the second in which the last injection began, successful or not; -1 before the first. */
    private double tried() {
        return data.events().stream()
                .filter(event -> event.is(ScenarioEvent.INJECT))
                .mapToDouble(event -> event.atNs() / 1e9)
                .max()
                .orElse(-1);
    }

    private String afterInjection(Phase.Disturbed disturbed) {
        int all = scenario.rules().repetitions()
                * disturbed.injections().stream()
                        .mapToInt(injection -> injection.repeat().times())
                        .sum();
        String next = "injection " + (injected.size() + 1) + " of " + all + " of " + disturbed.name();
        String name = List.copyOf(injected.keySet()).getLast();
        RepeatedInjection last = repeated(disturbed, name);
        InjectionRepeat repeat = last.injection().repeat();
        if (last.time() + 1 < repeat.times() && repeat.after() == InjectionRepeat.GapStart.HEALING) {
            return next + " " + after(repeat.gap(), lastHealed());
        }
        return "recovery, watched until " + clock(lastWatched()) + " at the latest"
                + (injected.size() < all ? "; then " + next : "");
    }

    private static String after(InjectionRepeat.Gap gap, double healed) {
        return switch (gap) {
            case InjectionRepeat.Gap.Fixed fixed -> "at about " + clock(healed + seconds(fixed.length()));
            case InjectionRepeat.Gap.Uniform uniform ->
                "between " + clock(healed + seconds(uniform.least())) + " and "
                        + clock(healed + seconds(uniform.most()));
            case InjectionRepeat.Gap.Poisson poisson ->
                "at random, on average at " + clock(healed + seconds(poisson.mean()));
        };
    }

    private double lastHealed() {
        return injected.values().stream()
                .flatMapToDouble(injection -> injection.healing().to().stream())
                .max()
                .orElse(begunSecond);
    }

    private double lastWatched() {
        return lastHealed()
                + seconds(scenario.rules().windows().recoveryMax())
                + seconds(scenario.rules().recovery().held());
    }

    private static Injection named(Phase.Disturbed disturbed, String name) {
        return repeated(disturbed, name).injection();
    }

    /** Returns the injection that has this name in the events. */
    private static RepeatedInjection repeated(Phase.Disturbed disturbed, String name) {
        for (int i = 0; i < disturbed.injections().size(); i++) {
            Injection injection = disturbed.injections().get(i);
            for (int time = 0; time < injection.repeat().times(); time++) {
                if (disturbed.injectionName(i, time).equals(name)) {
                    return new RepeatedInjection(injection, time);
                }
            }
        }
        return new RepeatedInjection(disturbed.injections().getFirst(), 0);
    }

    /** Injection of a phase. @param time number of its earlier repetitions */
    private record RepeatedInjection(Injection injection, int time) {}

    /** Returns the minimum length of a phase, in seconds. */
    private double shortest(Phase phase) {
        double around = seconds(scenario.rules().windows().settle())
                + seconds(scenario.rules().recovery().held());
        return switch (phase) {
            case Phase.Fill fill -> seconds(fill.length());
            case Phase.Baseline baseline -> seconds(baseline.length());
            case Phase.Control control -> seconds(control.hold()) + around;
            case Phase.Cooldown cooldown -> seconds(cooldown.length());
            case Phase.Disturbed disturbed -> around + scenario.rules().repetitions() * held(disturbed);
        };
    }

    private static double held(Phase.Disturbed disturbed) {
        DoubleStream each = disturbed.injections().stream().mapToDouble(UpcomingSteps::held);
        return disturbed.order() == Phase.Order.PARALLEL ? each.max().orElse(0) : each.sum();
    }

    /** Returns the time of one injection in seconds, with its repetitions and the gaps between them. */
    private static double held(Injection injection) {
        int times = injection.repeat().times();
        double gap = switch (injection.repeat().gap()) {
            case InjectionRepeat.Gap.Fixed fixed -> seconds(fixed.length());
            case InjectionRepeat.Gap.Uniform uniform -> seconds(uniform.least());
            case InjectionRepeat.Gap.Poisson poisson -> 0;
        };
        double hold = injection.hold() instanceof HoldTime.For time ? seconds(time.length()) : 0;
        return times * hold + (times - 1) * gap;
    }

    private static String text(Phase phase) {
        return switch (phase) {
            case Phase.Disturbed disturbed ->
                disturbed.name() + " ("
                        + disturbed.injections().stream()
                                .map(injection ->
                                        times(injection) + injection.fault().kind() + text(injection.hold()))
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

    private static String text(HoldTime hold) {
        return switch (hold) {
            case HoldTime.For time -> ", held for " + HumanNumbers.length(time.length());
            case HoldTime.UntilDone done -> ", until its work is done";
            case HoldTime.UntilRunEnd end -> ", until the end of the run";
        };
    }

    private static double seconds(Duration length) {
        return length.toNanos() / 1e9;
    }

    private static String clock(double second) {
        return HumanNumbers.clock((long) second);
    }
}
