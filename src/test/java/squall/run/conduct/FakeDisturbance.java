package squall.run.conduct;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.spi.Effect;

/** Keeps a diary; what a test sets makes it misbehave. */
final class FakeDisturbance implements Disturbance {
    private final String name;
    private final Podium podium;
    private final List<String> diary;
    private boolean present;
    Readiness readiness;
    boolean effective = true;
    boolean sticks;
    int doneAfterAsking = Integer.MAX_VALUE;

    /** What injecting takes: time, for example. */
    Runnable injecting = () -> {};

    Runnable healing = () -> {};

    @Nullable
    String injectFailure;

    @Nullable
    String workFailure;

    FakeDisturbance(String name, Podium podium, List<String> diary) {
        this.name = name;
        this.podium = podium;
        this.diary = diary;
        this.readiness = new Readiness.Ready("n1", name);
    }

    static List<String> diary() {
        return Collections.synchronizedList(new ArrayList<>());
    }

    boolean present() {
        return present;
    }

    /** Background work, which costs nothing here. */
    boolean harmless() {
        return name.equals("changefeed");
    }

    @Override
    public Readiness prepare() {
        wrote("prepare");
        return readiness;
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
    public Effect effect() {
        return present ? Effect.seen("seen") : Effect.absent("nothing to be seen");
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
    public void heal() {
        wrote("heal");
        healing.run();
        present = sticks;
    }

    private void wrote(String what) {
        diary.add(podium.nowNs() / 1e9 + " " + what + " " + name);
    }
}
