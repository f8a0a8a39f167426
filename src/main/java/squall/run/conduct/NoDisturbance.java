package squall.run.conduct;

import squall.spi.Effect;

/** Goes through the life of a disturbance and does nothing: what is then measured is noise. */
final class NoDisturbance implements Disturbance {
    private boolean injected;

    @Override
    public Readiness prepare() {
        return new Readiness.Ready("", "none");
    }

    @Override
    public void inject() {
        injected = true;
    }

    @Override
    public Effect effect() {
        return injected ? Effect.seen("nothing is to be seen of nothing") : Effect.absent("nothing was done");
    }

    @Override
    public boolean done() {
        return false;
    }

    @Override
    public void heal() {
        injected = false;
    }
}
