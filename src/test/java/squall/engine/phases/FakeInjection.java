package squall.engine.phases;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.engine.phases.Conductor.RunControl;
import squall.engine.phases.FaultInjector.FaultInjection;
import squall.engine.phases.FaultInjector.Prepared;
import squall.spi.FaultEffect;

/** Injection that keeps a diary; a test can set it to misbehave. */
final class FakeInjection implements FaultInjection {
    private final String name;
    private final RunControl runControl;
    private final List<String> diary;
    private boolean present;
    Prepared prepared;
    boolean effective = true;
    boolean sticks;
    int doneAfterAsking = Integer.MAX_VALUE;

    /** Work of the injection: taking time, for example. */
    Runnable injecting = () -> {};

    Runnable healing = () -> {};

    @Nullable
    String injectFailure;

    @Nullable
    String effectFailure;

    @Nullable
    String workFailure;

    /** Message of an exception that no fault should throw. */
    @Nullable
    String reportsMistake;

    FakeInjection(String name, RunControl runControl, List<String> diary) {
        this.name = name;
        this.runControl = runControl;
        this.diary = diary;
        this.prepared = new Prepared.Ready(this, "n1", FaultInjector.PreparedFault.of(name));
    }

    static List<String> diary() {
        return Collections.synchronizedList(new ArrayList<>());
    }

    boolean present() {
        return present;
    }

    /** Returns whether it is background work, which costs nothing here. */
    boolean harmless() {
        return name.equals("changefeed");
    }

    Prepared prepare() {
        wrote("prepare");
        return prepared;
    }

    @Override
    public void inject() throws IOException {
        wrote("inject");
        injecting.run();
        if (injectFailure != null) {
            throw new IOException(injectFailure);
        }
        present = effective;
    }

    @Override
    public FaultEffect effect() throws IOException {
        if (effectFailure != null) {
            throw new IOException(effectFailure);
        }
        return present ? FaultEffect.seen("seen") : FaultEffect.absent("nothing to be seen");
    }

    @Override
    public boolean done() throws IOException {
        if (workFailure != null) {
            throw new IOException(workFailure);
        }
        doneAfterAsking--;
        return doneAfterAsking <= 0;
    }

    @Override
    public Optional<List<String>> reports() {
        if (reportsMistake != null) {
            throw new IllegalStateException(reportsMistake);
        }
        return Optional.empty();
    }

    @Override
    public FaultEffect heal(Runnable undone) throws IOException {
        wrote("heal");
        healing.run();
        present = sticks;
        undone.run();
        if (present) {
            throw new IOException("it is still there: seen");
        }
        return FaultEffect.absent("nothing to be seen");
    }

    private void wrote(String what) {
        diary.add(runControl.nowNs() / 1e9 + " " + what + " " + name);
    }
}
