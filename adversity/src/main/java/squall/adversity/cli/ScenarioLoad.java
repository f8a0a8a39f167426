package squall.adversity.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import squall.adversity.ProviderRegistry;
import squall.adversity.probe.ConsistencyProbes;
import squall.adversity.run.DryRunCluster;
import squall.engine.ClientPolicyLoad;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPace.Arrival;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.LoadPlan.Threads;
import squall.scenario.ClientPolicy;
import squall.scenario.Phase;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.spi.Cluster;
import squall.spi.Durations;
import squall.spi.Load;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.ThinkTimeModel;
import squall.spi.Workload;

/** Load of a scenario on a target, with its plan. */
record ScenarioLoad(Scenario scenario, PreparedWorkload prepared) {
    /** Time for which a call may outlive the run. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Lateness after which an operation is not sent any more (DESIGN 3.2). */
    private static final Duration LATE = Duration.ofSeconds(1);

    /** Target that speaks CQL, for validation; nothing listens there. */
    private static final Target PAPER = new Target("paper", "cql://127.0.0.1:1", "", "", Map.of());

    /**
     * Checks the load and its options before anything is touched. If it is not known whether a cluster speaks SQL or CQL, options that one
     * of the two accepts are valid.
     *
     * @param cluster as it is, or its description
     * @throws IllegalArgumentException if no load is named, an option is unknown or has an invalid value, or the database cannot have such
     *     probes
     */
    static void require(Scenario scenario, Cluster cluster, ProviderRegistry<Workload> workloads) throws IOException {
        boolean known =
                !(cluster instanceof DryRunCluster paper) || paper.outline().isPresent();
        if (known) {
            ConsistencyProbes.require(scenario.setting().probes(), cluster.target());
        }
        try {
            of(scenario, cluster.target(), workloads).plan();
        } catch (IllegalArgumentException overSql) {
            if (known) {
                throw overSql;
            }
            requireOverCql(scenario, workloads, overSql);
        }
    }

    /** @param overSql why the load cannot be run over SQL */
    private static void requireOverCql(
            Scenario scenario, ProviderRegistry<Workload> workloads, IllegalArgumentException overSql)
            throws IOException {
        try {
            of(scenario, PAPER, workloads).plan();
        } catch (IllegalArgumentException overCql) {
            String sql = String.valueOf(overSql.getMessage());
            String cql = String.valueOf(overCql.getMessage());
            throw new IllegalArgumentException(
                    sql.equals(cql) ? sql : sql + "; on a cluster with CQL: " + cql, overCql);
        }
    }

    private static ProviderSpec engine(ScenarioSetup.LoadSpec load, ProviderRegistry<Workload> workloads) {
        return load.engine()
                .orElseThrow(() -> new IllegalArgumentException("neither the scenario nor --load names the"
                        + " load; --load must be one of " + workloads.sorted().keySet()));
    }

    /** @throws IllegalArgumentException if no load is named, or an option is unknown or has an invalid value */
    static ScenarioLoad of(Scenario scenario, Target target, ProviderRegistry<Workload> workloads) throws IOException {
        ScenarioSetup.LoadSpec load = scenario.setting().load();
        ProviderSpec engine = engine(load, workloads);
        Map<String, String> timeout = load.statementTimeout()
                .map(limit -> Map.of(Workload.STATEMENT_TIMEOUT, Durations.text(limit)))
                .orElse(Map.of());
        return new ScenarioLoad(
                scenario,
                workloads
                        .named(engine.kind(), "load.engine")
                        .prepare(
                                new Options("load.engine." + engine.kind(), timeout).with(engine.options()),
                                target,
                                scenario.rules().seed()));
    }

    /** Fills the tables, and creates the load, which the caller closes. */
    Load load(Consumer<String> say) throws IOException, InterruptedException {
        prepared.fill(say);
        Load load = prepared.load();
        Optional<ClientPolicy> policy = scenario.setting().load().clientPolicy();
        return policy.isEmpty()
                ? load
                : new ClientPolicyLoad(
                        load, policy.get(), sessions(), scenario.rules().seed());
    }

    private int sessions() {
        return scenario.setting().load().sessions().orElse(prepared.sessions());
    }

    /** @throws IllegalArgumentException if the load does not support the rate or the client policy */
    LoadPlan plan() {
        Optional<ClientPolicy> policy = scenario.setting().load().clientPolicy();
        if (policy.isPresent() && !prepared.idempotent()) {
            throw new IllegalArgumentException(
                    "load.clientPolicy: an attempt that was given up may be applied all the same,"
                            + " and its retry once more, so the operations of the load must be idempotent: kv, or ycsb with reads and"
                            + " updates only, such as workload=workloada, without values that are verified");
        }
        int sessions = policy.map(rules -> rules.limits().inFlight()).orElseGet(this::sessions);
        return new LoadPlan(
                        sessions,
                        pace(scenario.setting().load().rate()),
                        OptionalLong.empty(),
                        Optional.empty(),
                        Duration.ZERO,
                        GRACE,
                        scenario.rules().seed(),
                        Threads.suiting(sessions),
                        List.of())
                .givingUpAfter(LATE);
    }

    private LoadPace pace(ScenarioSetup.LoadRate rate) {
        return switch (rate) {
            case ScenarioSetup.LoadRate.Fixed fixed -> new LoadPace.Rate(fixed.perSecond(), Arrival.CONSTANT);
            case ScenarioSetup.LoadRate.RatioOfMax share ->
                new LoadPace.ShareOfMaximum(share.ratio(), fill(), Arrival.CONSTANT);
            case ScenarioSetup.LoadRate.ThinkTimes think -> new LoadPace.Users(prepared.sessions(), thinking(), 0);
            case ScenarioSetup.LoadRate.Closed closed -> new LoadPace.Closed();
        };
    }

    private Duration fill() {
        return scenario.phases().getFirst() instanceof Phase.Fill fill ? fill.length() : missing();
    }

    private static Duration missing() {
        throw new IllegalArgumentException("load.rate.ratioOfMax needs a fill phase first, which finds the maximum; "
                + "phases has none. Add 'fill: {duration: 30s}', or use load.rate.fixed");
    }

    private ThinkTimeModel thinking() {
        return prepared.thinking()
                .orElseThrow(() -> new IllegalArgumentException(
                        "load.rate.thinkTimes needs a load with think times, such as tpcc with think=spec"));
    }
}
