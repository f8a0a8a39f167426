package squall.run;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Tells the listeners what happens, in order and from one thread of its own, so that a slow listener slows nobody. */
final class Scribe {
    private final List<RunListener> listeners;
    private final Consumer<Throwable> onFailure;
    private final BlockingQueue<Runnable> news = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::work, "squall-listeners");
    private boolean last; // the thread's own

    /** @param onFailure told of every exception a listener throws */
    Scribe(List<RunListener> listeners, Consumer<Throwable> onFailure) {
        this.listeners = listeners;
        this.onFailure = onFailure;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void tell(Consumer<RunListener> what) {
        news.add(() -> pass(what));
    }

    /** Waits until everything told before was heard. */
    void flush() throws InterruptedException {
        CountDownLatch heard = new CountDownLatch(1);
        news.add(heard::countDown);
        heard.await();
    }

    /** Tells the last news and ends the thread. */
    void finish(Consumer<RunListener> what) throws InterruptedException {
        tell(what);
        news.add(() -> last = true);
        thread.join();
    }

    private void work() {
        while (!last) {
            try {
                news.take().run();
            } catch (InterruptedException e) {
                // Nobody outside has this thread: a listener interrupted it. The rest must still be told.
                onFailure.accept(e);
            }
        }
    }

    private void pass(Consumer<RunListener> what) {
        for (RunListener listener : listeners) {
            try {
                what.accept(listener);
            } catch (RuntimeException
                    | Error e) { // one listener's failure is the run's failure, but not the other listeners'
                onFailure.accept(e);
            }
        }
    }
}
