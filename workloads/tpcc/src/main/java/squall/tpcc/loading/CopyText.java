package squall.tpcc.loading;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import squall.tpcc.population.RowSink;

/** Text in the format that COPY and psql's \copy read: values separated by tabs, null as \N. One thread. */
public final class CopyText implements RowSink {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    /** No value but text is longer, its tab included. */
    private static final int NUMBER_LIMIT = 24;

    private byte[] bytes;
    private int size;
    private int rows;
    private @Nullable LocalDateTime lastMoment;
    private byte[] lastMomentText = new byte[0];

    /** @param expectedBytes number of bytes that fit without growing */
    public CopyText(int expectedBytes) {
        bytes = new byte[expectedBytes];
    }

    /** Returns the bytes written so far, up to {@link #size}. Callers must not keep the array, because it is written over. */
    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return size;
    }

    public int rows() {
        return rows;
    }

    public void clear() {
        size = 0;
        rows = 0;
    }

    @Override
    public void whole(int value) {
        reserve(NUMBER_LIMIT);
        number(value, 0);
        bytes[size++] = '\t';
    }

    @Override
    public void decimal(int unscaled, int scale) {
        reserve(NUMBER_LIMIT);
        number(unscaled, scale);
        bytes[size++] = '\t';
    }

    @Override
    public void text(byte[] ascii, int length) {
        // Letters and digits only, so nothing to escape.
        reserve(length + 1);
        System.arraycopy(ascii, 0, bytes, size, length);
        size += length;
        bytes[size++] = '\t';
    }

    @Override
    public void moment(LocalDateTime moment) {
        if (!moment.equals(lastMoment)) {
            lastMoment = moment;
            lastMomentText = SECONDS.format(moment).getBytes(US_ASCII);
        }
        text(lastMomentText, lastMomentText.length);
    }

    @Override
    public void none() {
        reserve(NUMBER_LIMIT);
        bytes[size++] = '\\';
        bytes[size++] = 'N';
        bytes[size++] = '\t';
    }

    @Override
    public void endRow() {
        bytes[size - 1] = '\n';
        rows++;
    }

    /** Writes from the last digit to the first, with a point before the last {@code scale} ones. */
    private void number(int value, int scale) {
        long left = Math.abs((long) value);
        if (value < 0) {
            bytes[size++] = '-';
        }
        int digits = Math.max(digits(left), scale + 1);
        int end = size + digits + (scale > 0 ? 1 : 0);
        for (int at = end - 1; at >= size; at--) {
            if (scale > 0 && at == end - 1 - scale) {
                bytes[at] = '.';
            } else {
                bytes[at] = (byte) ('0' + left % 10);
                left /= 10;
            }
        }
        size = end;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long bound = 10; value >= bound; bound *= 10) {
            digits++;
        }
        return digits;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), Math.multiplyExact(bytes.length, 2)));
        }
    }
}
