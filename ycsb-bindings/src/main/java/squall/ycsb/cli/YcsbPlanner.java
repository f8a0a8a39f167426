package squall.ycsb.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.StopRule;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;
import squall.ycsb.SquallProperties.TargetSpeed;
import squall.ycsb.YcsbProperties;
import squall.ycsb.loading.TablePreparation;
import squall.ycsb.loading.TablePreparation.ExistingRowPolicy;
import squall.ycsb.workload.CoreSettings;

/** Planner of what the properties ask of this client: the plan of its run, and its part of the rows. */
record YcsbPlanner(YcsbProperties properties, ClientSplit split) {
    /** Duration of the calibration, which measures the database's maximum before a share of it is kept. */
    private static final Duration CALIBRATION = Duration.ofSeconds(20);

    /** Stop rule for a run that counts operations, which has no other end while the database is gone. */
    private static final StopRule DATABASE_GONE = new StopRule.NoSuccess(Duration.ofSeconds(60));

    /** @throws CommandException if the run has no end, or two properties contradict each other */
    LoadPlan run(boolean platformOnly) throws CommandException {
        long operations = properties.get(ClientProperties.OPERATION_COUNT);
        long seconds = properties.get(ClientProperties.MAX_EXECUTION_TIME);
        if (operations == 0 && seconds == 0) {
            throw CommandException.usage(
                    "the run has no limit: set operationcount, or maxexecutiontime in seconds, for example -p operationcount=1000");
        }
        if (operations > 0 && pace() instanceof LoadPace.ShareOfMaximum) {
            throw CommandException.usage(
                    "a rate in %max needs a run limited by time, because measuring the maximum would use up the "
                            + operations + " operations: set, for example, -p operationcount=0 -p maxexecutiontime=60");
        }
        return plan(operations == 0 ? OptionalLong.empty() : OptionalLong.of(operations), platformOnly);
    }

    LoadPlan load(long rows, boolean platformOnly) throws CommandException {
        return plan(OptionalLong.of(rows), platformOnly);
    }

    /** Returns how many rows a third party's class loads. @throws CommandException if there are none */
    long rowsOfThirdParty() throws CommandException {
        long recordCount = properties.get(ClientProperties.RECORD_COUNT);
        long rows = properties
                .given(ClientProperties.INSERT_COUNT)
                .orElse(recordCount - properties.get(CoreProperties.INSERT_START));
        if (rows < 1) {
            throw CommandException.usage("recordcount=" + recordCount + ": there is nothing to load");
        }
        return rows;
    }

    /** Divides the rows for a third party's class as YCSB's users do, by {@code insertstart} and {@code insertcount}. */
    YcsbProperties partOfThirdParty(boolean load) throws CommandException {
        if (!split.shared()) {
            return properties;
        }
        if (!load) {
            if (properties.get(CoreProperties.INSERT_PROPORTION) > 0) {
                throw CommandException.usage("insertproportion: clients of " + properties.get(ClientProperties.WORKLOAD)
                        + " would insert the same rows; only Squall's own CoreWorkload divides inserts");
            }
            return properties;
        }
        refuseEmptying();
        long rows = rowsOfThirdParty();
        long first = properties.get(CoreProperties.INSERT_START) + split.first(rows);
        return properties
                .with(CoreProperties.INSERT_START, String.valueOf(first), "--clients")
                .with(ClientProperties.INSERT_COUNT, String.valueOf(split.count(rows)), "--clients");
    }

    /** Returns the rows that a load by a third party's class may find in the table. */
    TablePreparation.Rows rowsInQuestion() throws CommandException {
        boolean core = properties.get(ClientProperties.WORKLOAD).equals(ClientProperties.CORE_WORKLOAD);
        return core
                ? TablePreparation.Rows.of(CoreSettings.of(properties, properties.get(SquallProperties.SEED))
                        .loadedBy(split))
                : TablePreparation.Rows.ALL;
    }

    /** @throws CommandException if one of several clients is to delete what the others load */
    void refuseEmptying() throws CommandException {
        ExistingRowPolicy policy = ExistingRowPolicy.of(properties, ExistingRowPolicy.REFUSE);
        if (split.shared() && (policy == ExistingRowPolicy.TRUNCATE || policy == ExistingRowPolicy.DROP)) {
            throw CommandException.usage(
                    "--existing=" + properties.get(SquallProperties.EXISTING) + ": one of " + split.clients()
                            + " clients would delete what the others have loaded; empty the table before they start");
        }
    }

    private LoadPlan plan(OptionalLong turns, boolean platformOnly) throws CommandException {
        try {
            return whole(turns, platformOnly).of(split);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    private LoadPlan whole(OptionalLong turns, boolean platformOnly) throws CommandException {
        long seconds = properties.get(ClientProperties.MAX_EXECUTION_TIME);
        int sessions = (int) Math.min(
                properties.get(ClientProperties.THREAD_COUNT),
                Math.max(1, turns.isPresent() ? split.count(turns.getAsLong()) : Long.MAX_VALUE));
        return new LoadPlan(
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

    private LoadPlan.Threads threads(int sessions, boolean platformOnly) throws CommandException {
        String kind = properties.get(SquallProperties.THREADS_KIND);
        if (platformOnly && kind.equals("virtual")) {
            throw CommandException.usage("--threads-kind=virtual: third-party classes run only on platform threads");
        }
        if (platformOnly || kind.equals("platform")) {
            return LoadPlan.Threads.PLATFORM;
        }
        return kind.equals("auto") ? LoadPlan.Threads.suiting(sessions) : LoadPlan.Threads.VIRTUAL;
    }

    private LoadPace pace() throws CommandException {
        double target = properties.get(ClientProperties.TARGET);
        refuseTwo(target > 0, ClientProperties.TARGET, properties.isSet(SquallProperties.RATE), SquallProperties.RATE);
        refuseTwo(target > 0, ClientProperties.TARGET, properties.isSet(SquallProperties.RAMP), SquallProperties.RAMP);
        refuseTwo(
                properties.isSet(SquallProperties.RATE),
                SquallProperties.RATE,
                properties.isSet(SquallProperties.RAMP),
                SquallProperties.RAMP);
        TargetSpeed speed = properties.given(SquallProperties.RAMP).orElse(properties.get(SquallProperties.RATE));
        if (target > 0) {
            speed = new TargetSpeed.PerSecond(target);
        }
        int terminals = properties.get(SquallProperties.TERMINALS);
        return terminals > 0 ? terminals(terminals, speed) : sessions(speed);
    }

    private LoadPace sessions(TargetSpeed speed) {
        LoadPace.Arrival arrival = arrival();
        return switch (speed) {
            case TargetSpeed.Unlimited unlimited -> new LoadPace.Closed();
            case TargetSpeed.PerSecond(double rate) -> new LoadPace.Rate(rate, arrival);
            case TargetSpeed.Share(double share) -> new LoadPace.ShareOfMaximum(share, CALIBRATION, arrival);
            case TargetSpeed.Ramp(double from, double to, Duration over) -> new LoadPace.Ramp(from, to, over, arrival);
        };
    }

    private LoadPace terminals(int count, TargetSpeed speed) throws CommandException {
        if (speed instanceof TargetSpeed.PerSecond(double rate)) {
            return new LoadPace.Terminals(count, rate / count, arrival());
        }
        throw CommandException.usage(
                "--terminals=" + count + " needs the total rate, for example --rate=" + count / 2.0);
    }

    private LoadPace.Arrival arrival() {
        return properties.get(SquallProperties.ARRIVAL).equals("poisson")
                ? LoadPace.Arrival.POISSON
                : LoadPace.Arrival.CONSTANT;
    }

    private static void refuseTwo(
            boolean hasOne, PropertyDefinition<?> one, boolean hasOther, PropertyDefinition<?> other)
            throws CommandException {
        if (hasOne && hasOther) {
            throw CommandException.usage(one.name() + " and " + other.name() + " contradict each other; keep one");
        }
    }
}
