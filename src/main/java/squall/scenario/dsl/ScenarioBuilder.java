package squall.scenario.dsl;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import squall.scenario.ClientPolicy;
import squall.scenario.Phase;
import squall.scenario.ProbeSettings;
import squall.scenario.ProviderSpec;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.Scenario.WindowDurations;
import squall.scenario.ScenarioSetup;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.scenario.ScenarioSetup.SafetyLimits;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.expect.Expectations;

/** Builder of a scenario; for one thread. Omitted settings have the same defaults as in a file. */
public final class ScenarioBuilder {
    private final String name;
    private final List<Function<Expectations, Phase>> phases = new ArrayList<>();
    private String description = "";
    private OptionalLong seed = OptionalLong.empty();
    private int repetitions = 1;
    private ScenarioSetup.ClusterSpec cluster = ScenarioSetup.ClusterSpec.OPEN;
    private Optional<ProviderSpec> engine = Optional.empty();
    private OptionalInt sessions = OptionalInt.empty();
    private Optional<LoadRate> rate = Optional.empty();
    private Optional<Duration> statementTimeout = Optional.empty();
    private Optional<ClientPolicy> clientPolicy = Optional.empty();
    private ProbeSettings probes = ProbeSettings.NONE;
    private SafetyLimits safety = SafetyLimits.DEFAULT;
    private WindowDurations windows = WindowDurations.DEFAULT;
    private RecoverySpec recovery = RecoverySpec.DEFAULT;
    private Expectations expect = Expectations.NONE;
    private Expectations defaults = Expectations.NONE;

    private ScenarioBuilder(String name) {
        this.name = name;
    }

    /** Begins a scenario. */
    public static ScenarioBuilder named(String name) {
        return new ScenarioBuilder(name);
    }

    public ScenarioBuilder describedAs(String line) {
        description = line;
        return this;
    }

    public ScenarioBuilder seed(long of) {
        seed = OptionalLong.of(of);
        return this;
    }

    public ScenarioBuilder repeated(int times) {
        repetitions = times;
        return this;
    }

    /** Sets the kind of cluster. @param options options of its provider */
    public ScenarioBuilder on(String kind, Map<String, String> options) {
        cluster = cluster.with(new ProviderSpec(kind, options));
        return this;
    }

    /** Sets the kind of load. @param options options of its provider */
    public ScenarioBuilder under(String kind, Map<String, String> options) {
        engine = Optional.of(new ProviderSpec(kind, options));
        return this;
    }

    public ScenarioBuilder sessions(int number) {
        sessions = OptionalInt.of(number);
        return this;
    }

    public ScenarioBuilder rate(LoadRate of) {
        rate = Optional.of(of);
        return this;
    }

    public ScenarioBuilder statementTimeout(Duration limit) {
        statementTimeout = Optional.of(limit);
        return this;
    }

    public ScenarioBuilder clientPolicy(ClientPolicy policy) {
        clientPolicy = Optional.of(policy);
        return this;
    }

    public ScenarioBuilder probes(ProbeSettings some) {
        probes = some;
        return this;
    }

    public ScenarioBuilder safety(SafetyLimits rules) {
        safety = rules;
        return this;
    }

    public ScenarioBuilder windows(WindowDurations lengths) {
        windows = lengths;
        return this;
    }

    public ScenarioBuilder recovery(RecoverySpec rule) {
        recovery = rule;
        return this;
    }

    /** Adds an expectation of the whole run. @param limit as in a file, for example {@code >= 0.999} */
    public ScenarioBuilder expecting(ExpectationMeasure measure, String limit) {
        expect = PhaseBuilder.and(expect, measure, limit);
        return this;
    }

    /** Adds an expectation of each phase that has none of its own. */
    public ScenarioBuilder expectingOfPhases(ExpectationMeasure measure, String limit) {
        defaults = PhaseBuilder.and(defaults, measure, limit);
        return this;
    }

    public ScenarioBuilder fill(Duration length) {
        return add(none -> new Phase.Fill("fill", length));
    }

    public ScenarioBuilder baseline(Duration length) {
        return add(none -> new Phase.Baseline("baseline", length));
    }

    /** Adds a baseline that may drift more than usual. @param drift limit of the difference between its halves, above 0 and at most 1 */
    public ScenarioBuilder baseline(Duration length, double drift) {
        return add(none -> new Phase.Baseline("baseline", length, drift));
    }

    public ScenarioBuilder control(Duration hold) {
        return add(common -> new Phase.Control("control", hold, common));
    }

    public ScenarioBuilder cooldown(Duration length) {
        return add(none -> new Phase.Cooldown("cooldown", length));
    }

    public ScenarioBuilder phase(PhaseBuilder act) {
        return add(common -> act.under(common).phase());
    }

    private ScenarioBuilder add(Function<Expectations, Phase> phase) {
        phases.add(phase);
        return this;
    }

    /** @throws IllegalArgumentException if something is missing, or the scenario is invalid */
    public Scenario build() {
        LoadRate pace = rate.orElseThrow(() -> new IllegalArgumentException("scenario '" + name + "' needs a rate"));
        long chance = seed.orElseThrow(() -> new IllegalArgumentException("scenario '" + name + "' needs a seed"));
        ScenarioSetup.LoadSpec load =
                new ScenarioSetup.LoadSpec(engine, sessions, pace, statementTimeout, clientPolicy);
        return new Scenario(
                name,
                description,
                new ScenarioSetup(cluster, load, probes, safety),
                new Scenario.MeasurementRules(chance, repetitions, windows, recovery),
                expect,
                phases.stream().map(phase -> phase.apply(defaults)).toList());
    }
}
