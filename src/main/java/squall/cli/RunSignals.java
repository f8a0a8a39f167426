package squall.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.engine.schedule.RunEnding;
import squall.spi.CheckResult;
import squall.system.ExitCode;
import squall.verdict.ExitReasons;

/**
 * Handling of SIGINT and SIGTERM from the first file of a run's directory to the last, so that the directory is complete whenever they
 * come.
 *
 * <pre>
 *   before the run   is kept, and ends the run as it begins
 *   the run          ends it; a second one ends it at once
 *   the checks       ends them: the data is undecided
 *   the files        are written in any case; after a second signal, one more ends the process
 * </pre>
 */
public final class RunSignals implements AutoCloseable {
    /** Time for interrupted checks to end; a driver that ignores the interrupt is abandoned. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Signals signals;
    private Heard heard;
    private Optional<String> early = Optional.empty();
    private Optional<String> inChecks = Optional.empty();

    /** Receiver of signals in the current stage. */
    private record Heard(Consumer<String> gently, Consumer<String> now) {}

    /** Examination of a run's data. */
    @FunctionalInterface
    public interface Checks {
        List<CheckResult> made() throws InterruptedException;
    }

    private RunSignals() {
        this.heard = new Heard(signal -> early = Optional.of(signal), signal -> {});
        this.signals = Signals.install(signal -> hear(Heard::gently, signal), signal -> hear(Heard::now, signal));
    }

    /** Installs the handlers until {@link #close}. */
    public static RunSignals install() {
        return new RunSignals();
    }

    /** Passes a signal to the receiver. Holds the lock, so that a signal that arrives while the receiver changes reaches one of them. */
    private synchronized void hear(Function<Heard, Consumer<String>> how, String signal) {
        how.apply(heard).accept(signal);
    }

    private synchronized void tell(Consumer<String> gently, Consumer<String> now) {
        heard = new Heard(gently, now);
    }

    /** Lets signals end a run from now on; a signal that came before ends it too. */
    public synchronized void endRun(Consumer<RunEnding> gently, Consumer<RunEnding> now) {
        tell(
                signal -> gently.accept(new RunEnding.Interrupted(signal)),
                signal -> now.accept(new RunEnding.Interrupted(signal)));
        early.ifPresent(signal -> gently.accept(new RunEnding.Interrupted(signal)));
    }

    /**
     * Checks the data on a separate thread, until that is done or a signal arrives; then the files are written.
     *
     * @param seen what is known without a check of the data
     * @return the results, and that the data is undecided if a signal came
     */
    public List<CheckResult> checked(Supplier<List<CheckResult>> seen, Checks checks) throws InterruptedException {
        CompletableFuture<String> signal = new CompletableFuture<>();
        tell(signal::complete, signal::complete);
        AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
        CompletableFuture<List<CheckResult>> made = CompletableFuture.supplyAsync(() -> made(checks), task -> {
            // A virtual thread that waits for a response of the database can be interrupted, a platform thread cannot.
            thread.set(Thread.ofVirtual().name("squall-checks").start(task));
        });
        try {
            CompletableFuture.anyOf(made.exceptionally(failure -> List.of()), signal)
                    .get();
            if (!made.isDone()) {
                inChecks = Optional.of(signal.resultNow());
                end(thread.get());
                List<CheckResult> known = new ArrayList<>(seen.get());
                known.add(DataCheck.undecided("data", signal.resultNow() + " came before the data was checked"));
                return List.copyOf(known);
            }
            return made.get();
        } catch (ExecutionException e) {
            throw thrown(e);
        } finally {
            tell(any -> {}, any -> close());
        }
    }

    private static List<CheckResult> made(Checks checks) {
        try {
            return checks.made();
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    private static void end(@Nullable Thread checking) throws InterruptedException {
        if (checking != null) {
            checking.interrupt();
            checking.join(PATIENCE);
        }
    }

    /** Rethrows the exception that the checks threw. */
    private static RuntimeException thrown(ExecutionException e) throws InterruptedException {
        return switch (e.getCause()) {
            case RuntimeException mistake -> mistake;
            case InterruptedException interrupted -> throw interrupted;
            case Error error -> throw error;
            case null, default -> new IllegalStateException(e);
        };
    }

    /** Adds a reason if a signal ended the checks. */
    public ExitReasons judged(ExitReasons codes) {
        return inChecks.map(signal -> codes.and(
                        ExitCode.ofSignal(signal), "ended by " + signal + " while the data was being checked"))
                .orElse(codes);
    }

    /** Restores the former signal handlers. */
    @Override
    public void close() {
        signals.close();
    }
}
