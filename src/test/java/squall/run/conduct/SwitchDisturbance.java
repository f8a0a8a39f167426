package squall.run.conduct;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import squall.spi.Effect;

/** Switches a load off and on again. */
public final class SwitchDisturbance implements Disturbance {
    private final SwitchedLoad load;
    private final CountDownLatch injected = new CountDownLatch(1);
    private final AtomicInteger healed = new AtomicInteger();
    private final boolean vacuous;

    SwitchDisturbance(SwitchedLoad load) {
        this(load, false);
    }

    private SwitchDisturbance(SwitchedLoad load, boolean vacuous) {
        this.load = load;
        this.vacuous = vacuous;
    }

    /** One that does nothing when it is to switch off. */
    public SwitchDisturbance vacuous() {
        return new SwitchDisturbance(load, true);
    }

    int healed() {
        return healed.get();
    }

    void awaitInjected() {
        try {
            if (!injected.await(50, TimeUnit.SECONDS)) {
                throw new AssertionError("nothing was injected");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Readiness prepare() {
        return new Readiness.Ready("load", "off");
    }

    @Override
    public void inject() {
        load.turn(vacuous);
        injected.countDown();
    }

    @Override
    public Effect effect() {
        return load.isOn() ? Effect.absent("it is on") : Effect.seen("it is off");
    }

    @Override
    public boolean done() {
        return false;
    }

    @Override
    public void heal() {
        load.turn(true);
        healed.incrementAndGet();
    }
}
