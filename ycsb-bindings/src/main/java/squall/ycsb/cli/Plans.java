package squall.ycsb.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.run.Pace;
import squall.run.Plan;
import squall.run.StopRule;
import squall.ycsb.ClientProperties;
import squall.ycsb.Property;
import squall.ycsb.Speed;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;

/** Turns properties into the plan of a run. Pure. */
final class Plans {
    /** How long the database's maximum is measured before a share of it is kept. */
    private static final Duration CALIBRATION = Duration.ofSeconds(20);

    /** A run that counts operations has no other end while the database is gone. */
    private static final StopRule DATABASE_GONE = new StopRule.NoSuccess(Duration.ofSeconds(60));

    private final YcsbProperties properties;

    Plans(YcsbProperties properties) {
        this.properties = properties;
    }

    /** @throws CommandException if the run has no end, or two properties contradict each other */
    Plan run(boolean platformOnly) throws CommandException {
        long operations = properties.get(ClientProperties.OPERATION_COUNT);
        long seconds = properties.get(ClientProperties.MAX_EXECUTION_TIME);
        if (operations == 0 && seconds == 0) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "the run has no end: set operationcount, or maxexecutiontime in seconds, for example -p operationcount=1000");
        }
        if (operations > 0 && pace() instanceof Pace.ShareOfMaximum) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "a rate in %max needs a run by time, as measuring the maximum would use up the " + operations
                            + " operations: set for example -p operationcount=0 -p maxexecutiontime=60");
        }
        return plan(operations == 0 ? OptionalLong.empty() : OptionalLong.of(operations), platformOnly);
    }

    Plan load(long rows, boolean platformOnly) throws CommandException {
        return plan(OptionalLong.of(rows), platformOnly);
    }

    private Plan plan(OptionalLong turns, boolean platformOnly) throws CommandException {
        long seconds = properties.get(ClientProperties.MAX_EXECUTION_TIME);
        int sessions = (int)
                Math.min(properties.get(ClientProperties.THREAD_COUNT), Math.max(1, turns.orElse(Long.MAX_VALUE)));
        return new Plan(
                sessions,
                pace(),
                turns,
                seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds)),
                properties.get(SquallProperties.WARM_UP),
                properties.get(SquallProperties.GRACE),
                properties.get(SquallProperties.SEED),
                threads(sessions, platformOnly),
                stopRules(seconds));
    }

    private List<StopRule> stopRules(long seconds) {
        Optional<List<StopRule>> given = properties.given(SquallProperties.ABORT_ON);
        return given.orElse(seconds == 0 ? List.of(DATABASE_GONE) : List.of());
    }

    private Plan.Threads threads(int sessions, boolean platformOnly) throws CommandException {
        String kind = properties.get(SquallProperties.THREADS_KIND);
        if (platformOnly && kind.equals("virtual")) {
            throw new CommandException(
                    ExitCode.USAGE, "--threads-kind=virtual: classes of third parties run on platform threads only");
        }
        if (platformOnly || kind.equals("platform")) {
            return Plan.Threads.PLATFORM;
        }
        return kind.equals("auto") ? Plan.Threads.suiting(sessions) : Plan.Threads.VIRTUAL;
    }

    private Pace pace() throws CommandException {
        double target = properties.get(ClientProperties.TARGET);
        refuseTwo(target > 0, ClientProperties.TARGET, properties.isSet(SquallProperties.RATE), SquallProperties.RATE);
        refuseTwo(target > 0, ClientProperties.TARGET, properties.isSet(SquallProperties.RAMP), SquallProperties.RAMP);
        refuseTwo(
                properties.isSet(SquallProperties.RATE),
                SquallProperties.RATE,
                properties.isSet(SquallProperties.RAMP),
                SquallProperties.RAMP);
        Speed speed = properties.given(SquallProperties.RAMP).orElse(properties.get(SquallProperties.RATE));
        if (target > 0) {
            speed = new Speed.PerSecond(target);
        }
        int terminals = properties.get(SquallProperties.TERMINALS);
        return terminals > 0 ? terminals(terminals, speed) : sessions(speed);
    }

    private Pace sessions(Speed speed) {
        Pace.Arrival arrival = arrival();
        return switch (speed) {
            case Speed.Unlimited unlimited -> new Pace.Closed();
            case Speed.PerSecond(double rate) -> new Pace.Rate(rate, arrival);
            case Speed.Share(double share) -> new Pace.ShareOfMaximum(share, CALIBRATION, arrival);
            case Speed.Ramp(double from, double to, Duration over) -> new Pace.Ramp(from, to, over, arrival);
        };
    }

    private Pace terminals(int count, Speed speed) throws CommandException {
        if (speed instanceof Speed.PerSecond(double rate)) {
            return new Pace.Terminals(count, rate / count, arrival());
        }
        throw new CommandException(
                ExitCode.USAGE,
                "--terminals=" + count + " needs the rate that they share, for example --rate=" + count / 2.0);
    }

    private Pace.Arrival arrival() {
        return properties.get(SquallProperties.ARRIVAL).equals("poisson")
                ? Pace.Arrival.POISSON
                : Pace.Arrival.CONSTANT;
    }

    private static void refuseTwo(boolean hasOne, Property<?> one, boolean hasOther, Property<?> other)
            throws CommandException {
        if (hasOne && hasOther) {
            throw new CommandException(
                    ExitCode.USAGE, one.name() + " and " + other.name() + " contradict each other; keep one");
        }
    }
}
