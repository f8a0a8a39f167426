package squall.benchbase.output;

import java.util.Locale;
import java.util.function.Consumer;
import squall.engine.RunListener;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.tpcc.TransactionType;

/** The lines of {@code --interval-monitor}. Receives the run's events on the listeners' thread. */
public final class ThroughputLines implements RunListener {
    private final int everySeconds;
    private final Consumer<String> say;
    private long requests;

    public ThroughputLines(int everySeconds, Consumer<String> say) {
        this.everySeconds = everySeconds;
        this.say = say;
    }

    @Override
    public void pulse(LiveSecond pulse) {
        requests += pulse.operations().stream()
                .filter(tick ->
                        TransactionType.labelled(tick.operation().name()).isPresent())
                .mapToLong(OperationTick::completed)
                .sum();
        if ((pulse.second() + 1) % everySeconds == 0) {
            say.accept(String.format(Locale.ROOT, "Throughput: %.1f txn/sec", (double) requests / everySeconds));
            requests = 0;
        }
    }
}
