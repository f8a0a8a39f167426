package squall.tpcc.population;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Generator of random strings (4.3.2.2), eight letters a draw. One thread; each string is overwritten by the next. */
final class RandomStrings {
    private static final byte[] ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".getBytes(US_ASCII);

    private static final byte[] ORIGINAL = "ORIGINAL".getBytes(US_ASCII);
    private static final byte[] ZIP_END = "11111".getBytes(US_ASCII);
    private static final int LONGEST = 500;

    private static final byte[] PAIRS = pairs();
    private static final int PAIR_COUNT = ALPHABET.length * ALPHABET.length;

    private final SeededRandom chance;
    /** Strings are made in steps of eight letters, so the last step may reach over the end. */
    private final byte[] letters = new byte[LONGEST + 8];

    RandomStrings(SeededRandom chance) {
        this.chance = chance;
    }

    /** Writes an a-string [low..high]: letters of both cases and digits, each length as likely. */
    void word(RowSink sink, int low, int high) {
        sink.text(letters, draw(low, high));
    }

    /** Writes an a-string that in ten of a hundred rows holds ORIGINAL somewhere (4.3.3.1, I_DATA and S_DATA). */
    void data(RowSink sink, int low, int high) {
        int length = draw(low, high);
        if (chance.percent(10)) {
            System.arraycopy(ORIGINAL, 0, letters, chance.between(0, length - ORIGINAL.length), ORIGINAL.length);
        }
        sink.text(letters, length);
    }

    /** Writes an n-string: as many digits as wanted. */
    void digits(RowSink sink, int count) {
        fillDigits(count);
        sink.text(letters, count);
    }

    /** Writes two streets, city, state and zip code (4.3.2.7), in the order of the columns. */
    void address(RowSink sink) {
        word(sink, 10, 20);
        word(sink, 10, 20);
        word(sink, 10, 20);
        letters[0] = (byte) chance.between('A', 'Z');
        letters[1] = (byte) chance.between('A', 'Z');
        sink.text(letters, 2);
        fillDigits(4);
        System.arraycopy(ZIP_END, 0, letters, 4, ZIP_END.length);
        sink.text(letters, 4 + ZIP_END.length);
    }

    private int draw(int low, int high) {
        int length = low == high ? low : chance.between(low, high);
        for (int at = 0; at < length; at += 8) {
            eight(at);
        }
        return length;
    }

    /**
     * Makes eight letters: takes pair after pair from the top of 64 bits. The bits left at the fourth pair are even to one part in 2^16.
     */
    private void eight(int from) {
        long bits = chance.bits();
        for (int at = from; at < from + 8; at += 2) {
            int pair = 2 * (int) Math.unsignedMultiplyHigh(bits, PAIR_COUNT);
            letters[at] = PAIRS[pair];
            letters[at + 1] = PAIRS[pair + 1];
            bits *= PAIR_COUNT;
        }
    }

    private void fillDigits(int count) {
        for (int at = 0; at < count; at++) {
            letters[at] = (byte) chance.between('0', '9');
        }
    }

    private static byte[] pairs() {
        byte[] pairs = new byte[2 * ALPHABET.length * ALPHABET.length];
        int at = 0;
        for (byte first : ALPHABET) {
            for (byte second : ALPHABET) {
                pairs[at++] = first;
                pairs[at++] = second;
            }
        }
        return pairs;
    }
}
