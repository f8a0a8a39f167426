package squall.scenario.dsl;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import squall.scenario.Choice;
import squall.scenario.ClusterChoice;
import squall.scenario.LoadChoice;
import squall.scenario.Phase;
import squall.scenario.Probes;
import squall.scenario.Rate;
import squall.scenario.RecoveryRule;
import squall.scenario.Rules;
import squall.scenario.Safety;
import squall.scenario.Scenario;
import squall.scenario.Setting;
import squall.scenario.Windows;
import squall.scenario.expect.Expectations;
import squall.scenario.expect.Measure;

/** A scenario in the making; of one thread. What is not said is as in a file that does not say it. */
public final class Draft {
    private final String name;
    private final List<Function<Expectations, Phase>> phases = new ArrayList<>();
    private String description = "";
    private OptionalLong seed = OptionalLong.empty();
    private int repetitions = 1;
    private ClusterChoice cluster = ClusterChoice.OPEN;
    private Optional<Choice> engine = Optional.empty();
    private OptionalInt sessions = OptionalInt.empty();
    private Optional<Rate> rate = Optional.empty();
    private Optional<Duration> statementTimeout = Optional.empty();
    private Probes probes = Probes.NONE;
    private Safety safety = Safety.DEFAULT;
    private Windows windows = Windows.DEFAULT;
    private RecoveryRule recovery = RecoveryRule.DEFAULT;
    private Expectations expect = Expectations.NONE;
    private Expectations defaults = Expectations.NONE;

    private Draft(String name) {
        this.name = name;
    }

    /** Begins a scenario. */
    public static Draft named(String name) {
        return new Draft(name);
    }

    public Draft describedAs(String line) {
        description = line;
        return this;
    }

    public Draft seed(long of) {
        seed = OptionalLong.of(of);
        return this;
    }

    public Draft repeated(int times) {
        repetitions = times;
        return this;
    }

    /** On nodes of this kind of cluster. @param options what its provider is told */
    public Draft on(String kind, Map<String, String> options) {
        cluster = cluster.with(new Choice(kind, options));
        return this;
    }

    /** Under this kind of load. @param options what its provider is told */
    public Draft under(String kind, Map<String, String> options) {
        engine = Optional.of(new Choice(kind, options));
        return this;
    }

    public Draft sessions(int number) {
        sessions = OptionalInt.of(number);
        return this;
    }

    public Draft rate(Rate of) {
        rate = Optional.of(of);
        return this;
    }

    public Draft statementTimeout(Duration limit) {
        statementTimeout = Optional.of(limit);
        return this;
    }

    public Draft probes(Probes some) {
        probes = some;
        return this;
    }

    public Draft safety(Safety rules) {
        safety = rules;
        return this;
    }

    public Draft windows(Windows lengths) {
        windows = lengths;
        return this;
    }

    public Draft recovery(RecoveryRule rule) {
        recovery = rule;
        return this;
    }

    /** Of the whole run. @param limit as in a file, for example {@code >= 0.999} */
    public Draft expecting(Measure measure, String limit) {
        expect = Act.and(expect, measure, limit);
        return this;
    }

    /** Of each phase that does not say otherwise. */
    public Draft expectingOfPhases(Measure measure, String limit) {
        defaults = Act.and(defaults, measure, limit);
        return this;
    }

    public Draft fill(Duration length) {
        return add(none -> new Phase.Fill("fill", length));
    }

    public Draft baseline(Duration length) {
        return add(none -> new Phase.Baseline("baseline", length));
    }

    public Draft control(Duration hold) {
        return add(common -> new Phase.Control("control", hold, common));
    }

    public Draft cooldown(Duration length) {
        return add(none -> new Phase.Cooldown("cooldown", length));
    }

    public Draft phase(Act act) {
        return add(common -> act.under(common).phase());
    }

    private Draft add(Function<Expectations, Phase> phase) {
        phases.add(phase);
        return this;
    }

    /** @throws IllegalArgumentException if something is missing, or the scenario cannot be meant */
    public Scenario build() {
        Rate pace = rate.orElseThrow(() -> new IllegalArgumentException("scenario '" + name + "' needs a rate"));
        long chance = seed.orElseThrow(() -> new IllegalArgumentException("scenario '" + name + "' needs a seed"));
        LoadChoice load = new LoadChoice(engine, sessions, pace, statementTimeout);
        return new Scenario(
                name,
                description,
                new Setting(cluster, load, probes, safety),
                new Rules(chance, repetitions, windows, recovery),
                expect,
                phases.stream().map(phase -> phase.apply(defaults)).toList());
    }
}
