package squall.sysbench;

/** The texts of the columns c and pad: groups of eleven random digits, joined by dashes. */
final class DigitText {
    /** Digit groups of column c, which has 119 characters. */
    static final int C_GROUPS = 10;

    /** Digit groups of column pad, which has 59 characters. */
    static final int PAD_GROUPS = 5;

    private static final int GROUP = 11;

    /** 10^18 is the largest power of ten that a long holds; enough to tell rows apart. */
    private static final int FINGERPRINT_DIGITS = 18;

    private DigitText() {}

    static String of(EventRandom random, int groups) {
        char[] text = new char[groups * (GROUP + 1) - 1];
        long digits = 0;
        for (int at = 0, left = 0; at < text.length; at++) {
            if (at % (GROUP + 1) == GROUP) {
                text[at] = '-';
                continue;
            }
            if (left == 0) {
                digits = random.below(100_000_000_000L);
                left = GROUP;
            }
            text[at] = (char) ('0' + digits % 10);
            digits /= 10;
            left--;
        }
        return new String(text);
    }

    /** Returns a number that identifies a text: its first 18 digits; -1 for a text that has fewer. */
    static long fingerprint(String text) {
        long number = 0;
        int digits = 0;
        for (int at = 0; at < text.length() && digits < FINGERPRINT_DIGITS; at++) {
            char c = text.charAt(at);
            if (c >= '0' && c <= '9') {
                number = number * 10 + (c - '0');
                digits++;
            }
        }
        return digits == FINGERPRINT_DIGITS ? number : -1;
    }
}
