package squall.engine.schedule;

import java.util.function.LongUnaryOperator;
import squall.measure.FireTimes;
import squall.measure.FireTimes.RateProfile;
import squall.measure.RandomStream;
import squall.measure.ThinkTimes;

/** Factory of a plan's schedule. */
public record Schedules(LoadPlan plan, RunClock clock) {
    public Schedule make() {
        TurnNumbering turns = turnsFrom(0);
        return switch (plan.pace()) {
            case LoadPace.Closed closed -> new ClosedLoop(clock, turns, split());
            case LoadPace.Rate rate -> whole(RateProfile.constant(rate.perSecond()), rate.arrival(), turns);
            case LoadPace.Ramp ramp -> whole(profile(ramp), ramp.arrival(), turns);
            case LoadPace.Terminals terminals ->
                new TerminalSchedule(
                        terminals.count(),
                        TerminalSchedule.TerminalPacing.scheduled(thinkTimes(terminals)),
                        turns,
                        split());
            case LoadPace.Users users ->
                new TerminalSchedule(
                        users.count(), TerminalSchedule.TerminalPacing.thinking(users.thinking()), turns, split());
            case LoadPace.ShareOfMaximum share -> calibration(share, turns);
        };
    }

    private CalibratedSchedule calibration(LoadPace.ShareOfMaximum share, TurnNumbering turns) {
        return new CalibratedSchedule(
                clock,
                turns,
                share,
                new ClosedLoop(clock, turns, split(), share.calibration().toNanos()),
                (first, perSecond) -> new OpenLoop(
                        times(RateProfile.constant(perSecond), share.arrival(), ownSeed()),
                        clock.nowNs(),
                        turnsFrom(first),
                        split(),
                        own -> own - first));
    }

    /** Creates the schedule of all clients, of which this one takes its turns. */
    private OpenLoop whole(RateProfile profile, LoadPace.Arrival arrival, TurnNumbering turns) {
        return new OpenLoop(times(profile, arrival, plan.seed()), 0, turns, split(), split()::dealt);
    }

    private static FireTimes times(RateProfile profile, LoadPace.Arrival arrival, long seed) {
        return poisson(arrival) ? FireTimes.poisson(profile, seed) : FireTimes.even(profile);
    }

    /** Returns the seed of a schedule that this client has alone: that of the plan for the first client, as for a single one. */
    private long ownSeed() {
        return plan.seed() + RandomStream.mix(split().client());
    }

    private ClientSplit split() {
        return plan.split();
    }

    private ThinkTimes thinkTimes(LoadPace.Terminals terminals) {
        return new ThinkTimes(terminals.perSecondEach(), poisson(terminals.arrival()), plan.seed());
    }

    private TurnNumbering turnsFrom(long first) {
        return new TurnNumbering(first, plan.ownTurns().orElse(Long.MAX_VALUE));
    }

    private static RateProfile profile(LoadPace.Ramp ramp) {
        return RateProfile.ramp(
                ramp.fromPerSecond(), ramp.toPerSecond(), ramp.over().toNanos());
    }

    private static boolean poisson(LoadPace.Arrival arrival) {
        return switch (arrival) {
            case CONSTANT -> false;
            case POISSON -> true;
        };
    }

    /** Closed loop: a session that becomes free is due at once. */
    public static final class ClosedLoop implements Schedule {
        private final RunClock clock;
        private final TurnNumbering turns;
        private final ClientSplit split;
        private final long untilNs;

        public ClosedLoop(RunClock clock, TurnNumbering turns, ClientSplit split) {
            this(clock, turns, split, Long.MAX_VALUE);
        }

        /** @param untilNs end: no turn is due from here on */
        ClosedLoop(RunClock clock, TurnNumbering turns, ClientSplit split, long untilNs) {
            this.clock = clock;
            this.turns = turns;
            this.split = split;
            this.untilNs = untilNs;
        }

        @Override
        public boolean claim(ClaimedTurn claim) {
            // Read before the index is taken: no index of this schedule is due after the moment it was closed.
            long now = clock.nowNs();
            long index = now < untilNs ? turns.take() : TurnNumbering.NONE;
            if (index == TurnNumbering.NONE) {
                return false;
            }
            claim.take(split.dealt(index), now);
            return true;
        }

        @Override
        public long nextDueNs() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean paced() {
            return false;
        }
    }

    /** Open loop: one schedule of due times for all sessions. */
    public static final class OpenLoop implements Schedule {
        private final TurnNumbering turns;
        private final long startNs;
        private final ClientSplit split;
        private final LongUnaryOperator place;
        private volatile FireTimes times;

        /**
         * @param turns belongs to this schedule alone
         * @param startNs begin of the schedule
         * @param place number, among those of {@code times}, of a turn of this client
         */
        public OpenLoop(
                FireTimes times, long startNs, TurnNumbering turns, ClientSplit split, LongUnaryOperator place) {
            this.times = times;
            this.startNs = startNs;
            this.turns = turns;
            this.split = split;
            this.place = place;
        }

        @Override
        public boolean claim(ClaimedTurn claim) {
            FireTimes known = times; // read before the index is taken, so that the index cannot lie before the stretch
            long index = turns.take();
            if (index == TurnNumbering.NONE) {
                return false;
            }
            claim.take(split.dealt(index), due(known, index));
            return true;
        }

        @Override
        public long nextDueNs() {
            FireTimes known = times;
            long index = turns.peek();
            return index == TurnNumbering.NONE ? Long.MAX_VALUE : due(known, index);
        }

        @Override
        public boolean paced() {
            return true;
        }

        private long due(FireTimes known, long index) {
            long n = place.applyAsLong(index);
            FireTimes stretch = known.at(n);
            if (!stretch.equals(known)) {
                times = stretch; // a slower thread may set an older one: correct too, but a longer way
            }
            return startNs + stretch.dueNs(n);
        }
    }
}
