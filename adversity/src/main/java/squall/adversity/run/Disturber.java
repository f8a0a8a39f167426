package squall.adversity.run;

import java.util.concurrent.atomic.AtomicInteger;
import squall.run.conduct.Disturbance;
import squall.run.conduct.Disturbances;
import squall.scenario.Scenario;

/** Makes the disturbances of a scenario on a real cluster; safe for any number of threads. */
public final class Disturber implements Disturbances {
    private final Scenario scenario;
    private final Site site;
    private final Running running = new Running();
    private final AtomicInteger made = new AtomicInteger();

    public Disturber(Scenario scenario, Site site) {
        this.scenario = scenario;
        this.site = site;
    }

    @Override
    public Disturbance of(int phase, int injection, int round) {
        return new GuardedInjection(
                new Moment(scenario, phase, injection, round), site, running, "f" + made.incrementAndGet());
    }
}
