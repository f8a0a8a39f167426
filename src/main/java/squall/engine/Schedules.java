package squall.engine;

import squall.measure.FireTimes;
import squall.measure.ThinkTimes;

/** Makes the schedule a plan asks for. */
final class Schedules {
    private final LoadPlan plan;
    private final RunClock course;

    Schedules(LoadPlan plan, RunClock course) {
        this.plan = plan;
        this.course = course;
    }

    Schedule make() {
        TurnNumbering turns = turnsFrom(0);
        return switch (plan.pace()) {
            case LoadPace.Closed closed -> new ClosedLoop(course, turns, split());
            case LoadPace.Rate rate -> whole(FireTimes.RateProfile.constant(rate.perSecond()), rate.arrival(), turns);
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
                course,
                turns,
                share.calibration(),
                new ClosedLoop(course, turns, split()),
                (first, maximum) -> new OpenLoop(
                        times(FireTimes.RateProfile.constant(maximum * share.share()), share.arrival()),
                        course.nowNs(),
                        turnsFrom(first),
                        split(),
                        own -> own - first));
    }

    /** The schedule of all clients, of which this one takes its turns. */
    private OpenLoop whole(FireTimes.RateProfile profile, LoadPace.Arrival arrival, TurnNumbering turns) {
        return new OpenLoop(times(profile, arrival), 0, turns, split(), split()::dealt);
    }

    private FireTimes times(FireTimes.RateProfile profile, LoadPace.Arrival arrival) {
        return poisson(arrival) ? FireTimes.poisson(profile, plan.seed()) : FireTimes.even(profile);
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

    private static FireTimes.RateProfile profile(LoadPace.Ramp ramp) {
        return FireTimes.RateProfile.ramp(
                ramp.fromPerSecond(), ramp.toPerSecond(), ramp.over().toNanos());
    }

    private static boolean poisson(LoadPace.Arrival arrival) {
        return switch (arrival) {
            case CONSTANT -> false;
            case POISSON -> true;
        };
    }
}
