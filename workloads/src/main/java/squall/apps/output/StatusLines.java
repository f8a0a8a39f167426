package squall.apps.output;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import squall.apps.Kinds;
import squall.measure.OperationTick;
import squall.measure.Pulse;
import squall.run.RunListener;
import squall.run.RunResult;

/**
 * The status line, every five seconds and once more for the rest of the run. Hears the run on the listeners' thread.
 *
 * <p>Rate and latency are those of the time since the line before, of acknowledged operations; latency is that of the service, as
 * upstream has it.
 */
public final class StatusLines implements RunListener {
    private static final int EVERY_SECONDS = 5;
    private static final long MS = 1_000_000;

    private final Consumer<String> say;
    private final LongSupplier writtenKeys;
    private final boolean json;
    private final Tally reads = new Tally(Kinds.READ.name());
    private final Tally writes = new Tally(Kinds.WRITE.name());
    private long toldNs;

    /** @param writtenKeys how many keys have been given out so far */
    public StatusLines(Consumer<String> say, LongSupplier writtenKeys, boolean json) {
        this.say = say;
        this.writtenKeys = writtenKeys;
        this.json = json;
    }

    @Override
    public void pulse(Pulse pulse) {
        List<OperationTick> ticks = pulse.operations();
        reads.add(ticks.get(Kinds.READ.ordinal()));
        writes.add(ticks.get(Kinds.WRITE.ordinal()));
        if ((pulse.second() + 1) % EVERY_SECONDS == 0) {
            tell((pulse.second() + 1) * 1_000 * MS);
        }
    }

    /** What was completed after the last whole second is in the totals only now. */
    @Override
    public void finished(RunResult result) {
        reads.complete(result.total().operations().get(Kinds.READ.ordinal()));
        writes.complete(result.total().operations().get(Kinds.WRITE.ordinal()));
        if (result.elapsedNs() > toldNs) {
            tell(result.elapsedNs());
        }
    }

    private void tell(long nowNs) {
        double seconds = (nowNs - toldNs) / (1_000.0 * MS);
        toldNs = nowNs;
        say.accept(prefix(nowNs) + reads.line(seconds) + writes.line(seconds) + "Uptime: " + nowNs / MS
                + " ms | maxGeneratedKey: " + (writtenKeys.getAsLong() - 1) + " | ");
        if (json) {
            say.accept(prefix(nowNs) + "<json>{" + reads.json() + "," + writes.json() + "}</json>");
        }
    }

    private static String prefix(long nowNs) {
        return String.format(Locale.ROOT, "%d [main] INFO squall.apps  - ", nowNs / MS);
    }
}
