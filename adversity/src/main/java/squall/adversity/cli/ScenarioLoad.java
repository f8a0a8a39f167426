package squall.adversity.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import squall.adversity.ProviderRegistry;
import squall.adversity.run.DryRunCluster;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPace.Arrival;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.LoadPlan.Threads;
import squall.scenario.Phase;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.spi.Cluster;
import squall.spi.Durations;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.LoadProvider.Offer;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.ThinkTimeModel;

/** The load of a scenario on a target, and how it is driven. */
record ScenarioLoad(Scenario scenario, Offer offer) {
    /** How long a call may outlive the run. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** What could not be sent for so long is given up (DESIGN 3.2). */
    private static final Duration LATE = Duration.ofSeconds(1);

    /** One of CQL; nothing listens there. */
    private static final Target PAPER = new Target("paper", "cql://127.0.0.1:1", "", "", Map.of());

    /** The key of the statement timeout, which every load has. */
    private static final String STATEMENT_TIMEOUT = "statementTimeout";

    /**
     * Checks the load and its options before anything is touched. While it is not known whether a cluster speaks SQL or CQL, what one of the
     * two takes is right.
     *
     * @param cluster as it is, or on paper
     * @throws IllegalArgumentException if no load is named, or an option is unknown or has an invalid value
     */
    static void require(Scenario scenario, Cluster cluster, ProviderRegistry<LoadProvider> loads) throws IOException {
        try {
            of(scenario, cluster.target(), loads).plan();
        } catch (IllegalArgumentException overSql) {
            boolean known =
                    !(cluster instanceof DryRunCluster paper) || paper.outline().isPresent();
            if (known) {
                throw overSql;
            }
            requireOverCql(scenario, loads, overSql);
        }
    }

    /** @param overSql why the load cannot be run over SQL */
    private static void requireOverCql(
            Scenario scenario, ProviderRegistry<LoadProvider> loads, IllegalArgumentException overSql)
            throws IOException {
        try {
            of(scenario, PAPER, loads).plan();
        } catch (IllegalArgumentException overCql) {
            String sql = String.valueOf(overSql.getMessage());
            String cql = String.valueOf(overCql.getMessage());
            throw new IllegalArgumentException(
                    sql.equals(cql) ? sql : sql + "; on a cluster with CQL: " + cql, overCql);
        }
    }

    private static ProviderSpec engine(ScenarioSetup.LoadSpec load, ProviderRegistry<LoadProvider> loads) {
        return load.engine()
                .orElseThrow(() -> new IllegalArgumentException("neither the scenario nor --load names the"
                        + " load; --load must be one of " + loads.sorted().keySet()));
    }

    /** @throws IllegalArgumentException if no load is named, or an option is unknown or has an invalid value */
    static ScenarioLoad of(Scenario scenario, Target target, ProviderRegistry<LoadProvider> loads) throws IOException {
        ScenarioSetup.LoadSpec load = scenario.setting().load();
        ProviderSpec engine = engine(load, loads);
        Map<String, String> timeout = load.statementTimeout()
                .map(limit -> Map.of(STATEMENT_TIMEOUT, Durations.text(limit)))
                .orElse(Map.of());
        return new ScenarioLoad(
                scenario,
                loads.named(engine.kind())
                        .offer(
                                new Options("load." + engine.kind(), timeout).with(engine.options()),
                                target,
                                scenario.rules().seed()));
    }

    /** Fills the tables, and makes the load; the caller's to close. */
    Load load(Consumer<String> say) throws IOException, InterruptedException {
        offer.fill(say);
        return offer.load();
    }

    /** @throws IllegalArgumentException if the load has not what the rate wants */
    LoadPlan plan() {
        int sessions = scenario.setting().load().sessions().orElse(offer.sessions());
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
            case ScenarioSetup.LoadRate.ThinkTimes think -> new LoadPace.Users(offer.sessions(), thinking(), 0);
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
        return offer.thinking()
                .orElseThrow(() -> new IllegalArgumentException(
                        "load.rate.thinkTimes needs a load with think times, such as tpcc with think=spec"));
    }
}
