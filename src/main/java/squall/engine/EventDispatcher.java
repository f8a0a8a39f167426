package squall.engine;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Delivers events to the listeners, in order and on its own thread, so that a slow listener slows down no other thread. */
final class EventDispatcher {
    private final List<RunListener> listeners;
    private final Consumer<Throwable> onFailure;
    private final BlockingQueue<Runnable> news = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::work, "squall-listeners");
    private boolean last; // the thread's own

    /** @param onFailure receives every exception that a listener throws */
    EventDispatcher(List<RunListener> listeners, Consumer<Throwable> onFailure) {
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

    /** Waits until all earlier events have been delivered. */
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
                // No code outside has access to this thread, so a listener interrupted it. The remaining events must
                // still be delivered.
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
