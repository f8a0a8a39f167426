package squall.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import squall.system.ExitCode;
import squall.verdict.ExitReasons;

/**
 * Handler of SIGINT and SIGTERM that ends a command cleanly: the first signal requests the end, every later one enforces it.
 *
 * <p>While this is installed the JVM does not begin to shut down on SIGINT or SIGTERM, so the command ends by itself, writes its results
 * and returns 130 or 143, either through {@link squall.engine.schedule.RunEnding.Interrupted} and {@link ExitReasons}, or, if no run was in
 * progress, through {@link #exitCode()}. A shutdown hook could not do this: it notices only the first signal, and cannot set the exit code.
 *
 * <p>The JDK's {@code sun.misc.Signal} (module {@code jdk.unsupported}, in every JDK since 1.3) is called by reflection, because naming it
 * causes a compiler warning that cannot be suppressed.
 */
public final class Signals implements AutoCloseable {
    private static final List<String> HANDLED = List.of("INT", "TERM");

    private final AtomicReference<String> first = new AtomicReference<>("");
    private final Consumer<String> gentle;
    private final Consumer<String> now;
    private final Object[] previous = new Object[HANDLED.size()];

    private Signals(Consumer<String> gentle, Consumer<String> now) {
        this.gentle = gentle;
        this.now = now;
    }

    /**
     * Installs the handlers until {@link #close}.
     *
     * @param gentle called once with {@code SIGINT} or {@code SIGTERM}, on a thread of the JVM, so it must be thread-safe and quick
     * @param now likewise, at every further signal
     */
    public static Signals install(Consumer<String> gentle, Consumer<String> now) {
        Signals signals = new Signals(gentle, now);
        for (int i = 0; i < HANDLED.size(); i++) {
            signals.previous[i] = handle(HANDLED.get(i), signals.handler(HANDLED.get(i)));
        }
        return signals;
    }

    /**
     * Installs the handlers for the first signal; every later one ends the process, as it does without them.
     *
     * @param gentle as above
     */
    public static Signals installForFirst(Consumer<String> gentle) {
        AtomicReference<Optional<Signals>> installed = new AtomicReference<>(Optional.empty());
        Signals signals = install(
                signal -> {
                    installed.get().ifPresent(Signals::close);
                    gentle.accept(signal);
                },
                signal -> {});
        installed.set(Optional.of(signals));
        return signals;
    }

    /** Returns the exit code of a command that a signal ended; empty if none came. */
    public Optional<ExitCode> exitCode() {
        return Optional.of(first.get()).filter(signal -> !signal.isEmpty()).map(ExitCode::ofSignal);
    }

    /** Restores the former signal handlers. */
    @Override
    public void close() {
        for (int i = 0; i < HANDLED.size(); i++) {
            handle(HANDLED.get(i), previous[i]);
        }
    }

    private void received(String signal) {
        if (first.compareAndSet("", signal)) {
            gentle.accept(signal);
        } else {
            now.accept(signal);
        }
    }

    private Object handler(String name) {
        InvocationHandler invocation = (proxy, method, arguments) -> {
            if (!method.getName().equals("handle")) {
                return method.invoke(this, arguments); // equals, hashCode, toString
            }
            received("SIG" + name);
            return null;
        };
        Class<?> type = type("sun.misc.SignalHandler");
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, invocation);
    }

    private static Object handle(String name, Object handler) {
        Class<?> signal = type("sun.misc.Signal");
        try {
            return signal.getMethod("handle", signal, type("sun.misc.SignalHandler"))
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot handle SIG" + name + " (was the JVM started with -Xrs?)", e);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("this JDK has no module jdk.unsupported, signals cannot be handled", e);
        }
    }
}
