package squall.benchbase.cli;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import squall.benchbase.config.Phase;
import squall.benchbase.config.Rate;
import squall.run.Pace;
import squall.run.Plan;
import squall.run.StopRule;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.terminal.InOrder;

/** Turns a phase into the plan of a run. Pure. */
final class Plans {
    /** More sessions than this are carried by virtual threads, which cost less each. */
    private static final int MOST_PLATFORM_THREADS = 256;

    private static final Duration GRACE = Duration.ofSeconds(10);

    private Plans() {}

    static Plan of(Phase phase, Crew crew, TpccSettings load, List<StopRule> stopRules) {
        int sessions = crew.sessions(phase);
        return new Plan(
                sessions,
                pace(phase, crew, load),
                turns(phase, load),
                phase.length(),
                phase.warmUp(),
                GRACE,
                load.seed(),
                sessions > MOST_PLATFORM_THREADS ? Plan.Threads.VIRTUAL : Plan.Threads.PLATFORM,
                stopRules);
    }

    /** Without a length it is over when each transaction has had its turns. */
    private static OptionalLong turns(Phase phase, TpccSettings load) {
        return phase.length().isEmpty() && load.mix() instanceof InOrder order
                ? OptionalLong.of(order.round())
                : OptionalLong.empty();
    }

    private static Pace pace(Phase phase, Crew crew, TpccSettings load) {
        return load.users()
                .<Pace>map(users -> new Pace.Users(load.homes().terminals(), users, crew.deferredSessions()))
                .orElseGet(() -> pace(phase.rate()));
    }

    private static Pace pace(Rate rate) {
        return switch (rate) {
            case Rate.PerSecond(double requests, boolean poisson) ->
                new Pace.Rate(requests, poisson ? Pace.Arrival.POISSON : Pace.Arrival.CONSTANT);
            case Rate.Unlimited unlimited -> new Pace.Closed();
            case Rate.Disabled disabled -> throw new IllegalArgumentException("a disabled phase has no pace");
        };
    }
}
