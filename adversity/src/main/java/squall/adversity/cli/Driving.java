package squall.adversity.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import squall.adversity.Kinds;
import squall.run.Pace;
import squall.run.Pace.Arrival;
import squall.run.Plan;
import squall.run.Plan.Threads;
import squall.scenario.Choice;
import squall.scenario.LoadChoice;
import squall.scenario.Phase;
import squall.scenario.Rate;
import squall.scenario.Scenario;
import squall.spi.Durations;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.LoadProvider.Offer;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.Thinking;

/** The load of a scenario on a target, and how it is driven. */
record Driving(Scenario scenario, Offer offer) {
    /** How long a call may outlive the run. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** What could not be sent for so long is given up (DESIGN 3.2). */
    private static final Duration LATE = Duration.ofSeconds(1);

    /** The key by which every load is told how long a statement may take. */
    private static final String STATEMENT_TIMEOUT = "statementTimeout";

    /** @throws IllegalArgumentException if nobody says which load, or there is none of its name */
    static void requireKnown(Scenario scenario, Kinds<LoadProvider> loads) {
        loads.named(engine(scenario.setting().load(), loads).kind());
    }

    private static Choice engine(LoadChoice load, Kinds<LoadProvider> loads) {
        return load.engine()
                .orElseThrow(() -> new IllegalArgumentException("neither the scenario nor --load says what goes on"
                        + " meanwhile; --load must be one of " + loads.sorted().keySet()));
    }

    /** @throws IllegalArgumentException if nobody says which load, or an option is unknown or has no such value */
    static Driving of(Scenario scenario, Target target, Kinds<LoadProvider> loads) throws IOException {
        LoadChoice load = scenario.setting().load();
        Choice engine = engine(load, loads);
        Map<String, String> timeout = load.statementTimeout()
                .map(limit -> Map.of(STATEMENT_TIMEOUT, Durations.text(limit)))
                .orElse(Map.of());
        return new Driving(
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
    Plan plan() {
        int sessions = scenario.setting().load().sessions().orElse(offer.sessions());
        return new Plan(
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

    private Pace pace(Rate rate) {
        return switch (rate) {
            case Rate.Fixed fixed -> new Pace.Rate(fixed.perSecond(), Arrival.CONSTANT);
            case Rate.RatioOfMax share -> new Pace.ShareOfMaximum(share.ratio(), fill(), Arrival.CONSTANT);
            case Rate.ThinkTimes think -> new Pace.Users(offer.sessions(), thinking(), 0);
            case Rate.Closed closed -> new Pace.Closed();
        };
    }

    private Duration fill() {
        return scenario.phases().getFirst() instanceof Phase.Fill fill ? fill.length() : missing();
    }

    private static Duration missing() {
        throw new IllegalArgumentException(
                "load.rate.ratioOfMax must have a fill phase first, which finds the maximum; "
                        + "phases has none. Add 'fill: {duration: 30s}', or say load.rate.fixed");
    }

    private Thinking thinking() {
        return offer.thinking()
                .orElseThrow(() -> new IllegalArgumentException(
                        "load.rate.thinkTimes must have a load whose users think, such as tpcc with think=spec"));
    }
}
