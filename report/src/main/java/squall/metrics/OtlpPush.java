package squall.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sender that pushes meters to an OTLP receiver over HTTP, every few seconds and once more at the end, on Micrometer's own thread. A
 * receiver that does not respond is counted, and delays no other thread.
 */
public final class OtlpPush implements OtlpMetricsSender {
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final URI endpoint;
    private final OtlpMetricsSender sender = new OtlpHttpMetricsSender(new HttpUrlConnectionSender(LIMIT, LIMIT));
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());

    /** @param endpoint the whole address, for example {@code http://127.0.0.1:4318/v1/metrics} */
    public OtlpPush(URI endpoint) {
        this.endpoint = endpoint;
    }

    /** Creates a registry whose meters are pushed until it is closed, by the caller. */
    public MeterRegistry registry() {
        return OtlpMeterRegistry.builder(new Settings(endpoint))
                .metricsSender(this)
                .build();
    }

    /** Returns the failures, in one line; empty if there were none. */
    public Optional<String> problem() {
        return problem.get()
                .map(why -> endpoint + ": " + failed.get() + " of " + (sent.get() + failed.get())
                        + " pushes failed; the last: " + why);
    }

    @Override
    public void send(Request request) {
        try {
            sender.send(request);
            sent.incrementAndGet();
        } catch (Exception e) { // senders declare Throwable; failures are reported at the end, not at each push
            failed.incrementAndGet();
            problem.set(Optional.of(e.getMessage() == null ? e.toString() : e.getMessage()));
        }
    }

    /** Configuration of the push by Squall alone, nothing from the environment: the command line defines what is pushed where. */
    private record Settings(URI endpoint) implements OtlpConfig {
        @Override
        @SuppressWarnings("NullAway") // null makes Micrometer use its default
        public String get(String key) {
            return key.equals("otlp.url") ? endpoint.toString() : null;
        }

        @Override
        public Duration step() {
            return STEP;
        }

        @Override
        public Map<String, String> resourceAttributes() {
            return Map.of("service.name", "squall");
        }

        @Override
        public Map<String, String> headers() {
            return Map.of();
        }
    }
}
