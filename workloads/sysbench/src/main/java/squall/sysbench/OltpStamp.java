package squall.sysbench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import squall.check.isolation.VersionedTransaction;

/**
 * Stamp at the beginning of column c: the run and the number of the write that the value comes from. In a judged run a value is its own
 * stamp, the beginning of the value it replaced, the id of its row, and random digits; it has sysbench's form, ten groups of eleven digits.
 * Pure.
 *
 * <pre>
 *   RRRRRRRRRRR-RRRRRRRNNNN-NNNNNNNNNNN  -  stamp that was replaced  -  id  -  random groups
 *   R: run, N: number of the write
 * </pre>
 */
final class OltpStamp {
    /** Number of different runs. */
    static final long RUNS = 1_000_000_000_000_000_000L;

    /** Characters of a stamp: three groups. */
    static final int LENGTH = 35;

    /** Place of the stamp that was replaced. */
    static final int REPLACED = LENGTH + 1;

    private static final int GROUP = 11;
    private static final int RUN_DIGITS = 18;
    private static final int NUMBER_DIGITS = 15;
    private static final int ID = REPLACED + LENGTH + 1;
    private static final int CHARACTERS = DigitText.C_GROUPS * (GROUP + 1) - 1;
    private static final long ONE_GROUP = 100_000_000_000L;

    private final String run;
    private final byte[] begin;

    /** @param run drawn at random by each run, in [0, {@link #RUNS}) */
    OltpStamp(long run) {
        String digits = padded(run, RUN_DIGITS);
        this.run = digits.substring(0, GROUP) + "-" + digits.substring(GROUP);
        this.begin = this.run.getBytes(US_ASCII);
    }

    /** Returns the stamp of a write. @param number from 1 */
    String of(long number) {
        String digits = padded(number, NUMBER_DIGITS);
        return run + digits.substring(0, NUMBER_DIGITS - GROUP) + "-" + digits.substring(NUMBER_DIGITS - GROUP);
    }

    /** Returns the part of a value that follows the stamp that was replaced. @param text the value that is written unless it is judged */
    static String rest(int id, String text) {
        return "-" + padded(id, GROUP) + text.substring(ID + GROUP);
    }

    /** Returns a value that replaces nothing. @param text the value that is written unless it is judged */
    String on(long number, int id, String text) {
        return of(number) + text.substring(LENGTH, ID - 1) + rest(id, text);
    }

    /**
     * Returns the version that a value is, or replaced, in this run.
     *
     * @param value as the server sent it: decoding every row of a range would take a tenth of an event's processor time
     * @param at place of the stamp in the value
     */
    long version(byte[] value, int at) {
        int from = at + begin.length;
        if (value.length < from || !Arrays.equals(value, at, from, begin, 0, begin.length)) {
            return VersionedTransaction.INITIAL;
        }
        long high = digits(value, from, NUMBER_DIGITS - GROUP);
        long low = digits(value, at + LENGTH - GROUP, GROUP);
        return high < 0 || low < 0 ? VersionedTransaction.INITIAL : high * ONE_GROUP + low;
    }

    /** Returns the id in a value that has a stamp of this run; -1 if the value is not whole. */
    static long id(byte[] value) {
        // Replacing a value that was shorter shortens it, and moves the id.
        boolean whole = value.length >= CHARACTERS && Character.isDigit(value[CHARACTERS - 1]);
        return whole ? digits(value, ID, GROUP) : -1;
    }

    private static String padded(long number, int digits) {
        String text = Long.toString(number);
        return "0".repeat(digits - text.length()) + text;
    }

    /** Returns a number; -1 if there are other characters than digits. */
    private static long digits(byte[] text, int from, int count) {
        if (text.length < from + count) {
            return -1;
        }
        long number = 0;
        for (int at = from; at < from + count; at++) {
            byte digit = text[at];
            if (digit < '0' || digit > '9') {
                return -1;
            }
            number = number * 10 + digit - '0';
        }
        return number;
    }
}
