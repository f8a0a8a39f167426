package squall.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.run.Ending;
import squall.spi.CheckResult;

/**
 * What SIGINT and SIGTERM do to a run from the first file of its directory to the last, so that the directory is complete whenever they come.
 *
 * <pre>
 *   before the run   is kept, and ends the run as it begins
 *   the run          ends it; a second one ends it at once
 *   the checks       ends them: the data is undecided
 *   the files        are written all the same; only who insists twice ends the process
 * </pre>
 */
public final class RunSignals implements AutoCloseable {
    /** How long interrupted checks may take to end; those of a driver that does not hear it are left to themselves. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Signals signals;
    private Heard heard;
    private Optional<String> early = Optional.empty();
    private Optional<String> inChecks = Optional.empty();

    /** Who is told of a signal at this moment. */
    private record Heard(Consumer<String> gently, Consumer<String> now) {}

    /** Looks at the data of a run. */
    @FunctionalInterface
    public interface Checks {
        List<CheckResult> made() throws InterruptedException;
    }

    private RunSignals() {
        this.heard = new Heard(signal -> early = Optional.of(signal), signal -> {});
        this.signals = Signals.install(signal -> hear(Heard::gently, signal), signal -> hear(Heard::now, signal));
    }

    /** Listens from now on until {@link #close}. */
    public static RunSignals install() {
        return new RunSignals();
    }

    /** Under the lock, so that a signal that comes as its hearer changes is told to one of them. */
    private synchronized void hear(Function<Heard, Consumer<String>> how, String signal) {
        how.apply(heard).accept(signal);
    }

    private synchronized void tell(Consumer<String> gently, Consumer<String> now) {
        heard = new Heard(gently, now);
    }

    /** From now on signals end a run, and so does one that came before. */
    public synchronized void endRun(Consumer<Ending> gently, Consumer<Ending> now) {
        tell(
                signal -> gently.accept(new Ending.Interrupted(signal)),
                signal -> now.accept(new Ending.Interrupted(signal)));
        early.ifPresent(signal -> gently.accept(new Ending.Interrupted(signal)));
    }

    /**
     * Looks at the data on a thread of its own, until that is done or a signal comes; from then on files are written.
     *
     * @return that the data is undecided, if a signal came
     */
    public List<CheckResult> checked(Checks checks) throws InterruptedException {
        CompletableFuture<String> signal = new CompletableFuture<>();
        tell(signal::complete, signal::complete);
        AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
        CompletableFuture<List<CheckResult>> made = CompletableFuture.supplyAsync(() -> made(checks), task -> {
            // A virtual thread that waits for a database's answer hears an interrupt, a platform thread does not.
            thread.set(Thread.ofVirtual().name("squall-checks").start(task));
        });
        try {
            CompletableFuture.anyOf(made.exceptionally(failure -> List.of()), signal)
                    .get();
            if (!made.isDone()) {
                inChecks = Optional.of(signal.resultNow());
                end(thread.get());
                return List.of(DataCheck.undecided("data", signal.resultNow() + " came before the data was checked"));
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

    /** As it was thrown by the checks. */
    private static RuntimeException thrown(ExecutionException e) throws InterruptedException {
        return switch (e.getCause()) {
            case RuntimeException mistake -> mistake;
            case InterruptedException interrupted -> throw interrupted;
            case Error error -> throw error;
            case null, default -> new IllegalStateException(e);
        };
    }

    /** With one reason more if a signal ended the checks. */
    public ExitCodes judged(ExitCodes codes) {
        return inChecks.map(signal -> codes.and(
                        signal.equals("SIGINT") ? ExitCode.INTERRUPTED : ExitCode.TERMINATED,
                        "ended by " + signal + " while the data was being checked"))
                .orElse(codes);
    }

    /** Gives the signals back to whoever had them before. */
    @Override
    public void close() {
        signals.close();
    }
}
