package squall.tpcc.population;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;

/** The thousand last names of clause 4.3.2.3: three syllables, one for each digit of a number. Immutable. */
public final class LastNames {
    /** How many there are. */
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

    /** The same as bytes, which are not to be written to. */
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
