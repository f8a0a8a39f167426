package squall.engine.monitor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

/** Instrument that shows what a test tells it to. */
class FakeInstrument implements Instrument {
    static final InstrumentReading CONNECTIONS = InstrumentReading.of("n1", ServerMetric.CONNECTIONS, 3);

    /** Answer to a poll. */
    interface Answer {
        List<InstrumentReading> given() throws IOException, InterruptedException;
    }

    private final String source;
    private final Answer answer;
    private final AtomicBoolean closed = new AtomicBoolean();

    FakeInstrument(Answer answer) {
        this("fake", answer);
    }

    FakeInstrument(String source, Answer answer) {
        this.source = source;
        this.answer = answer;
    }

    boolean closed() {
        return closed.get();
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public Duration every() {
        return Duration.ofMillis(5);
    }

    @Override
    public List<InstrumentReading> read() throws IOException, InterruptedException {
        return answer.given();
    }

    @Override
    public Map<ServerMetric, String> absent() {
        return Map.of(ServerMetric.QUERIES, "nobody counts them");
    }

    @Override
    public void close() {
        closed.set(true);
    }
}
