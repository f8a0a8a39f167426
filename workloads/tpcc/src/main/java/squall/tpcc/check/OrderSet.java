package squall.tpcc.check;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Set of order numbers of one district, one bit each, in pieces of 512. Any thread adds, without a lock.
 *
 * <p>New pieces go to the front of a chain that never changes behind it. Numbers come nearly in order, so the first piece is nearly always
 * the right one.
 */
final class OrderSet {
    private static final int PIECE_BITS = 9;
    private static final int WORD_BITS = 6;
    private static final int WORDS = 1 << (PIECE_BITS - WORD_BITS);

    private final AtomicReference<@Nullable Piece> newest = new AtomicReference<>();

    /** Piece of the set. @param number number of this piece, which holds the orders {@code number * 512} to {@code number * 512 + 511} */
    private record Piece(
            long number, AtomicLongArray words, @Nullable Piece older) {
        long order(int word, long bits) {
            return (number << PIECE_BITS) + ((long) word << WORD_BITS) + Long.numberOfTrailingZeros(bits);
        }
    }

    /** Action on the bits of a word that are set in this set and not in the other. */
    private interface Difference {
        void at(Piece piece, int word, long bits);
    }

    /** Adds an order; returns false if it was there already. */
    boolean add(long order) {
        long bit = 1L << order;
        long before =
                piece(order >> PIECE_BITS).words().getAndAccumulate(word(order), bit, (word, more) -> word | more);
        return (before & bit) == 0;
    }

    boolean contains(long order) {
        return ((bits(order >> PIECE_BITS, word(order)) >> order) & 1) == 1;
    }

    long size() {
        return sizeWithout(new OrderSet());
    }

    /** Counts the numbers that are in this set and not in the other. */
    long sizeWithout(OrderSet there) {
        long[] size = {0};
        without(there, (piece, word, bits) -> size[0] += Long.bitCount(bits));
        return size[0];
    }

    /** Returns the lowest number that is in this set and not in the other; {@link Long#MAX_VALUE} if there is none. */
    long lowestWithout(OrderSet there) {
        long[] lowest = {Long.MAX_VALUE};
        without(there, (piece, word, bits) -> lowest[0] = Math.min(lowest[0], piece.order(word, bits)));
        return lowest[0];
    }

    private void without(OrderSet there, Difference difference) {
        for (Piece piece = newest.get(); piece != null; piece = piece.older()) {
            for (int word = 0; word < WORDS; word++) {
                long bits = piece.words().get(word) & ~there.bits(piece.number(), word);
                if (bits != 0) {
                    difference.at(piece, word, bits);
                }
            }
        }
    }

    private long bits(long piece, int word) {
        Piece found = find(newest.get(), piece);
        return found == null ? 0 : found.words().get(word);
    }

    private Piece piece(long number) {
        while (true) {
            Piece first = newest.get();
            Piece found = find(first, number);
            if (found != null) {
                return found;
            }
            Piece added = new Piece(number, new AtomicLongArray(WORDS), first);
            if (newest.compareAndSet(first, added)) {
                return added;
            }
        }
    }

    private static @Nullable Piece find(@Nullable Piece from, long number) {
        Piece piece = from;
        while (piece != null && piece.number() != number) {
            piece = piece.older();
        }
        return piece;
    }

    private static int word(long order) {
        return (int) (order >> WORD_BITS) & (WORDS - 1);
    }
}
