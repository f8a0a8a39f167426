package squall.adversity.probe;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import squall.adversity.probe.ConsistencyProbes.ProbeStores;
import squall.adversity.probe.store.ProbeSession;
import squall.adversity.probe.store.ProbeStore;
import squall.adversity.probe.store.ProbeStore.BankStore;
import squall.adversity.probe.store.ProbeStore.BankStore.BankSession;
import squall.spi.Outcome;

/** Database that does, once, something else than it says. */
final class Liar {
    /** Lie: an action in place of an insert. @return what the database says */
    interface Lie {
        Object instead(TrueInsert truth) throws Throwable;
    }

    /** Insert that would have been done. */
    interface TrueInsert {
        Object done() throws Throwable;
    }

    /** Lie that acknowledges, and writes nothing. */
    static final Lie DROPS = truth -> Outcome.OK;

    private static final int WHICH = 5;

    private final AtomicInteger inserts = new AtomicInteger();
    private final Lie lie;

    Liar(Lie lie) {
        this.lie = lie;
    }

    ProbeStores on(ProbeStores truth) {
        return answer -> {
            ProbeStore probeStore = truth.open(answer);
            return proxy(
                    probeStore instanceof BankStore ? BankStore.class : ProbeStore.class,
                    probeStore,
                    "probeSession",
                    result -> probeSession((ProbeSession) result.done()));
        };
    }

    private ProbeSession probeSession(ProbeSession truth) {
        return proxy(
                truth instanceof BankSession ? BankSession.class : ProbeSession.class,
                truth,
                "insert",
                insert -> inserts.incrementAndGet() == WHICH ? lie.instead(insert) : insert.done());
    }

    private static <T> T proxy(Class<? extends T> type, T truth, String method, Lie instead) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, called, given) -> {
            TrueInsert done = () -> {
                try {
                    return called.invoke(truth, given);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            };
            return called.getName().equals(method) ? instead.instead(done) : done.done();
        }));
    }
}
