package squall.ycsb.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.ycsb.distribution.LengthDistribution;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.stamp.StampedText;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;

/** Maker of the values of a row. Immutable: one serves all sessions. */
public sealed interface ValueMaker {
    /** Fills in one value for each column. */
    void fill(String key, ColumnSelection columns, SplitMix random, RowValues into);

    /** Printable ASCII at random, codes 32 to 126, quotes and backslashes included. */
    record Random(LengthDistribution lengths) implements ValueMaker {
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        private static final long BLANKS = 0x2020202020202020L;
        private static final long SIX_BITS = 0x3f3f3f3f3f3f3f3fL;
        private static final long FIVE_BITS = 0x1f1f1f1f1f1f1f1fL;

        @Override
        public void fill(String key, ColumnSelection columns, SplitMix random, RowValues into) {
            into.begin(columns);
            for (int place = 0; place < columns.size(); place++) {
                int length = lengths.next(random);
                int offset = into.append(length);
                write(into.utf8(), offset, offset + length, random);
            }
        }

        private static void write(byte[] utf8, int from, int to, SplitMix random) {
            int at = from;
            for (; at + Long.BYTES <= to; at += Long.BYTES) {
                LONGS.set(utf8, at, eightCharacters(random.bits()));
            }
            for (long rest = eightCharacters(random.bits()); at < to; at++, rest >>>= Byte.SIZE) {
                utf8[at] = (byte) rest;
            }
        }

        /** Makes eight characters; each octet is 32 plus six bits plus five bits, at most 126: no carry reaches its neighbour. */
        private static long eightCharacters(long bits) {
            return BLANKS + (bits & SIX_BITS) + (Long.rotateRight(bits, 29) & FIVE_BITS);
        }
    }

    /** Maker of values of which a reader can tell whether they are right. */
    sealed interface Verifiable extends ValueMaker {
        /**
         * Returns what is wrong with a value found there; empty if nothing is. @param key {@link ReadRows#KEY_UNKNOWN} if the row came
         * without
         */
        Optional<String> fault(String key, String column, @Nullable String found);
    }

    /** Maker of texts that tell which write they come from; a load's own until a store puts its stamp in their place. */
    record Stamped(StampedText text) implements Verifiable {
        @Override
        public void fill(String key, ColumnSelection columns, SplitMix random, RowValues into) {
            text.fill(key, columns, StampedText.WriteStamp.LOADED, into);
        }

        @Override
        public Optional<String> fault(String key, String column, @Nullable String found) {
            boolean right = key.equals(ReadRows.KEY_UNKNOWN)
                    || (found != null && text.stamp(key, column, found).isPresent());
            return right
                    ? Optional.empty()
                    : Optional.of("found '" + found + "', which has no valid stamp; was the table loaded with "
                            + "squall.values=stamped and the same fieldlength?");
        }
    }

    /**
     * Maker of a text that follows from key and column: {@code key:column}, then again and again {@code :} and the {@link String#hashCode}
     * of what stands so far, cut to the length.
     */
    record Checkable(int length) implements Verifiable {
        @Override
        public void fill(String key, ColumnSelection columns, SplitMix random, RowValues into) {
            into.begin(columns);
            for (int place = 0; place < columns.size(); place++) {
                into.append(text(key, columns.name(place)).getBytes(UTF_8));
            }
        }

        /** Returns the only value that this column of this row may hold. */
        public String text(String key, String column) {
            StringBuilder text =
                    new StringBuilder(length + 16).append(key).append(':').append(column);
            int hash = hash(0, text, 0);
            while (text.length() < length) {
                int from = text.length();
                int soFar = 31 * hash + ':';
                text.append(':').append(soFar);
                hash = hash(hash, text, from);
            }
            text.setLength(length);
            return text.toString();
        }

        @Override
        public Optional<String> fault(String key, String column, @Nullable String found) {
            String wanted = text(key.equals(ReadRows.KEY_UNKNOWN) ? keyNamedBy(found) : key, column);
            return wanted.equals(found)
                    ? Optional.empty()
                    : Optional.of("found '" + found + "', wanted '" + wanted + "'");
        }

        /** Returns the key that a value names: a row that came without its key must at least agree with it. */
        private static String keyNamedBy(@Nullable String found) {
            return found == null ? "" : found.split(":", 2)[0];
        }

        /** Continues the hash code of a string over the characters from {@code from} on. */
        private static int hash(int before, CharSequence text, int from) {
            int hash = before;
            for (int i = from; i < text.length(); i++) {
                hash = 31 * hash + text.charAt(i);
            }
            return hash;
        }
    }
}
