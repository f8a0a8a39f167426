package squall.benchbase.output;

import java.util.Locale;
import java.util.function.Consumer;
import squall.measure.OperationTick;
import squall.measure.Pulse;
import squall.run.RunListener;
import squall.tpcc.TransactionType;

/** The lines of {@code --interval-monitor}. Hears the run on the listeners' thread. */
public final class Throughput implements RunListener {
    private final int everySeconds;
    private final Consumer<String> say;
    private long requests;

    public Throughput(int everySeconds, Consumer<String> say) {
        this.everySeconds = everySeconds;
        this.say = say;
    }

    @Override
    public void pulse(Pulse pulse) {
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
