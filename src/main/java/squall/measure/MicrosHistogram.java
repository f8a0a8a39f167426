package squall.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of microseconds that costs nothing while it is empty and little while it rests: 3 digits, growing, never clamped.
 *
 * <pre>
 *           record            fold
 *   empty ---------> open ---------> folded
 *                      ^------------------'  record, histogram
 * </pre>
 *
 * <p>Folding keeps a second that cannot be closed for minutes at some hundred bytes instead of up to 200 kB.
 */
final class MicrosHistogram {
    private static final int DIGITS = 3;

    private @Nullable Histogram open;
    private byte @Nullable [] folded;

    /** A histogram as all of Squall uses them. */
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

    /** What was recorded, and {@code none} if nothing was; given away, not copied. */
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
