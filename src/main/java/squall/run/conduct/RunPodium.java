package squall.run.conduct;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import squall.measure.Window;
import squall.measure.recovery.Series;
import squall.measure.recovery.SeriesLog;
import squall.run.Event;
import squall.run.Run;

/** The podium in front of a real run. */
final class RunPodium implements Podium {
    private final Run run;
    private final SeriesLog log;
    private final CountDownLatch over;
    private final Heard heard;

    /** @param over opens when the run is to end, or has ended */
    RunPodium(Run run, SeriesLog log, CountDownLatch over, Heard heard) {
        this.run = run;
        this.log = log;
        this.over = over;
        this.heard = heard;
    }

    @Override
    public long nowNs() {
        return run.nowNs();
    }

    @Override
    public void await(long untilNs) throws InterruptedException {
        boolean ended = over.getCount() == 0;
        for (long left = untilNs - nowNs(); left > 0 && !ended; left = untilNs - nowNs()) {
            ended = over.await(left, TimeUnit.NANOSECONDS);
        }
        if (ended) {
            throw new InterruptedException("the run is to end");
        }
    }

    @Override
    public Window open(String name, Window.Kind kind, Window.Origin origin) {
        return run.open(name, kind, origin);
    }

    @Override
    public Series since(long second) {
        return log.since(second);
    }

    @Override
    public void tell(long beganNs, String type, String detail, Map<String, Object> facts) {
        Event event = new Event(beganNs, nowNs(), type, detail, facts);
        heard.told(event); // first, so that it can't be heard before it was told
        run.tell(event);
    }
}
