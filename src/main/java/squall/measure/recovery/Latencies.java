package squall.measure.recovery;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Latencies of one second, kept small so that all seconds of a run can be kept: some hundred bytes, and the percentiles asked for most.
 * Merged before percentiles are taken, never averaged.
 */
final class Latencies {
    private final long count;
    private final long p95Micros;
    private final long p99Micros;
    private final byte[] packed;

    private Latencies(Histogram micros) {
        boolean none = micros.getTotalCount() == 0;
        count = micros.getTotalCount();
        p95Micros = none ? 0 : micros.getValueAtPercentile(95);
        p99Micros = none ? 0 : micros.getValueAtPercentile(99);
        packed = none ? new byte[0] : pack(micros);
    }

    /** @param micros is not kept */
    static Latencies of(Histogram micros) {
        return new Latencies(micros);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** 0 if there are none. */
    long p95Micros() {
        return p95Micros;
    }

    /** 0 if there are none. */
    long p99Micros() {
        return p99Micros;
    }

    /** All of them together. */
    static Histogram merged(Collection<Latencies> some) {
        List<Histogram> parts = some.stream()
                .filter(part -> !part.isEmpty())
                .map(Latencies::unpack)
                .toList();
        Histogram sum = new Histogram(3);
        parts.forEach(sum::add);
        return sum;
    }

    private static byte[] pack(Histogram micros) {
        ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        return Arrays.copyOf(buffer.array(), micros.encodeIntoByteBuffer(buffer));
    }

    private Histogram unpack() {
        return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(packed), 0);
    }
}
