package squall.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToLongFunction;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.Tick;
import squall.spi.FakeLoad;

/** Listener that keeps all events of a run. */
final class Listening implements RunListener {
    final List<LiveSecond> liveSeconds = Collections.synchronizedList(new ArrayList<>());
    final List<Tick> ticks = Collections.synchronizedList(new ArrayList<>());
    final List<String> events = Collections.synchronizedList(new ArrayList<>());
    final List<RunResult> results = Collections.synchronizedList(new ArrayList<>());
    final List<RunStart> starts = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch started = new CountDownLatch(1);

    RunResult run(FakeLoad load, LoadPlan plan) throws InterruptedException {
        return new LoadRun(load, plan, List.of(this)).execute();
    }

    long ticked(ToLongFunction<Tick> count) {
        return ticks.stream().mapToLong(count).sum();
    }

    Tick tick(int second) {
        return ticks.get(second);
    }

    @Override
    public void started(RunStart start) {
        starts.add(start);
        started.countDown();
    }

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        liveSeconds.add(liveSecond);
    }

    @Override
    public void closed(Tick tick) {
        ticks.add(tick);
    }

    @Override
    public void event(RunEvent event) {
        events.add(event.type());
    }

    @Override
    public void finished(RunResult result) {
        results.add(result);
    }
}
