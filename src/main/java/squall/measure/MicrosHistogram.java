package squall.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Histogram of microseconds that costs nothing while it is empty and little while it is folded: 3 digits, growing, never clamped.
 *
 * <pre>
 *           record            fold
 *   empty ---------> open ---------> folded
 *                      ^------------------'  record, histogram
 * </pre>
 *
 * <p>Folding reduces a second that cannot be closed for minutes to some hundred bytes, from up to 200 kB.
 */
final class MicrosHistogram {
    private static final int DIGITS = 3;

    private @Nullable Histogram open;
    private byte @Nullable [] folded;

    /** Creates a histogram with the precision that all of Squall uses. */
    static Histogram newHistogram() {
        return new Histogram(DIGITS);
    }

    boolean isEmpty() {
        return open == null && folded == null;
    }

    void recordNs(long ns) {
        opened().recordValue((ns + 500) / 1000);
    }

    void add(MicrosHistogram other) {
        if (!other.isEmpty()) {
            opened().add(other.opened());
        }
    }

    void fold() {
        if (open != null) {
            ByteBuffer buffer = ByteBuffer.allocate(open.getNeededByteBufferCapacity());
            folded = Arrays.copyOf(buffer.array(), open.encodeIntoByteBuffer(buffer));
            open = null;
        }
    }

    /** Returns the recorded values, or {@code none} if there are none; handed over, not copied. */
    Histogram histogram(Histogram none) {
        return isEmpty() ? none : opened();
    }

    private Histogram opened() {
        Histogram found = open;
        if (found == null) {
            found = folded == null ? newHistogram() : unfold(folded);
            open = found;
            folded = null;
        }
        return found;
    }

    private static Histogram unfold(byte[] bytes) {
        Histogram histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
        histogram.setAutoResize(true);
        return histogram;
    }
}
