package squall.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToLongFunction;
import squall.engine.schedule.LoadPlan;
import squall.measure.LiveSecond;
import squall.measure.Tick;

/** Keeps what a run told. */
final class Listening implements RunListener {
    final List<LiveSecond> pulses = Collections.synchronizedList(new ArrayList<>());
    final List<Tick> ticks = Collections.synchronizedList(new ArrayList<>());
    final List<String> events = Collections.synchronizedList(new ArrayList<>());
    final List<RunResult> results = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch started = new CountDownLatch(1);

    RunResult run(DialLoad load, LoadPlan plan) throws InterruptedException {
        return new LoadRun(load, plan, List.of(this)).execute();
    }

    long ticked(ToLongFunction<Tick> count) {
        return ticks.stream().mapToLong(count).sum();
    }

    Tick tick(int second) {
        return ticks.get(second);
    }

    @Override
    public void started(long startedAtEpochMs) {
        started.countDown();
    }

    @Override
    public void pulse(LiveSecond pulse) {
        pulses.add(pulse);
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
