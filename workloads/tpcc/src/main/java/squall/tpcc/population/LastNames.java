package squall.tpcc.population;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;

/** List of the thousand last names of clause 4.3.2.3: three syllables, one for each digit of a number. Immutable. */
public final class LastNames {
    /** Number of last names. */
    public static final int COUNT = 1_000;

    private static final List<String> SYLLABLES =
            List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

    private static final List<String> NAMES = names();

    private static final byte[][] ASCII =
            NAMES.stream().map(name -> name.getBytes(US_ASCII)).toArray(byte[][]::new);

    private LastNames() {}

    /** @param number 0 to 999 */
    public static String of(int number) {
        return NAMES.get(number);
    }

    /** Returns the name as ASCII bytes. Callers must not write to the array. */
    static byte[] ascii(int number) {
        return ASCII[number];
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(COUNT);
        for (String first : SYLLABLES) {
            for (String second : SYLLABLES) {
                SYLLABLES.forEach(third -> names.add(first + second + third));
            }
        }
        return List.copyOf(names);
    }
}
