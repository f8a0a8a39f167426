package squall.run;

import squall.measure.FireTimes;
import squall.measure.RateProfile;
import squall.measure.ThinkTimes;

/** Makes the schedule a plan asks for. */
final class Schedules {
    private final Plan plan;
    private final Course course;

    Schedules(Plan plan, Course course) {
        this.plan = plan;
        this.course = course;
    }

    Schedule make() {
        Turns turns = turnsFrom(0);
        return switch (plan.pace()) {
            case Pace.Closed closed -> new ClosedLoop(course, turns);
            case Pace.Rate rate -> open(RateProfile.constant(rate.perSecond()), rate.arrival(), 0, turns);
            case Pace.Ramp ramp -> open(profile(ramp), ramp.arrival(), 0, turns);
            case Pace.Terminals terminals ->
                new Terminals(terminals.count(), Rhythm.scheduled(thinkTimes(terminals)), turns);
            case Pace.Users users -> new Terminals(users.count(), Rhythm.thinking(users.thinking()), turns);
            case Pace.ShareOfMaximum share -> calibration(share, turns);
        };
    }

    private Calibration calibration(Pace.ShareOfMaximum share, Turns turns) {
        return new Calibration(
                course,
                turns,
                share.calibration(),
                (firstIndex, maximum) -> open(
                        RateProfile.constant(maximum * share.share()),
                        share.arrival(),
                        course.nowNs(),
                        turnsFrom(firstIndex)));
    }

    private OpenLoop open(RateProfile profile, Pace.Arrival arrival, long startNs, Turns turns) {
        FireTimes times = poisson(arrival) ? FireTimes.poisson(profile, plan.seed()) : FireTimes.even(profile);
        return new OpenLoop(times, startNs, turns);
    }

    private ThinkTimes thinkTimes(Pace.Terminals terminals) {
        return new ThinkTimes(terminals.perSecondEach(), poisson(terminals.arrival()), plan.seed());
    }

    private Turns turnsFrom(long first) {
        return new Turns(first, plan.turns().orElse(Long.MAX_VALUE));
    }

    private static RateProfile profile(Pace.Ramp ramp) {
        return RateProfile.ramp(
                ramp.fromPerSecond(), ramp.toPerSecond(), ramp.over().toNanos());
    }

    private static boolean poisson(Pace.Arrival arrival) {
        return switch (arrival) {
            case CONSTANT -> false;
            case POISSON -> true;
        };
    }
}
