package squall.engine.phases;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import squall.engine.phases.FaultInjector.FaultInjection;
import squall.engine.phases.FaultInjector.Prepared;
import squall.spi.FaultEffect;

/** Injection that switches a load off and on again. */
public final class SwitchInjection implements FaultInjection {
    private final SwitchedLoad load;
    private final CountDownLatch injected = new CountDownLatch(1);
    private final AtomicInteger healed = new AtomicInteger();
    private final boolean vacuous;

    SwitchInjection(SwitchedLoad load) {
        this(load, false);
    }

    private SwitchInjection(SwitchedLoad load, boolean vacuous) {
        this.load = load;
        this.vacuous = vacuous;
    }

    /** Returns one that does nothing when it is to switch off. */
    public SwitchInjection vacuous() {
        return new SwitchInjection(load, true);
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

    public Prepared prepared() {
        return new Prepared.Ready(this, "load", "off");
    }

    @Override
    public void inject() {
        load.turn(vacuous);
        injected.countDown();
    }

    @Override
    public FaultEffect effect() {
        return load.isOn() ? FaultEffect.absent("it is on") : FaultEffect.seen("it is off");
    }

    @Override
    public boolean done() {
        return false;
    }

    @Override
    public FaultEffect heal(Runnable undone) {
        load.turn(true);
        healed.incrementAndGet();
        undone.run();
        return effect();
    }
}
