package squall.bench.dials;

import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which calls the server answers with an error. */
public sealed interface Failure {
    /** Five characters; class 08 and 57P0x also end the connection, as they do on a real server. */
    String sqlState();

    /** Whether it strikes call number {@code call} of the server, counted from 1. */
    boolean strikes(long call, SplittableRandom random);

    /** Strikes by chance. @param share of all calls, in (0, 1] */
    record ByChance(String sqlState, double share) implements Failure {
        public ByChance {
            if (!(share > 0 && share <= 1)) { // written so that NaN fails too
                throw new IllegalArgumentException("the share of failing calls must be in (0, 1]: " + share);
            }
        }

        @Override
        public boolean strikes(long call, SplittableRandom random) {
            return random.nextDouble() < share;
        }
    }

    /** Strikes once. @param number from 1 */
    record AtCall(String sqlState, long number) implements Failure {
        @Override
        public boolean strikes(long call, SplittableRandom random) {
            return call == number;
        }
    }

    /** Whether a server that answers this hangs up: the connection exceptions, and those of a server that shuts down. */
    static boolean endsConnection(String sqlState) {
        return sqlState.startsWith("08") || sqlState.startsWith("57P0");
    }

    /**
     * Reads {@code 40001@0.01} (one call in a hundred) or {@code 08006@call100} (the hundredth call).
     *
     * @throws IllegalArgumentException if it is neither
     */
    static Failure parse(String text) {
        Matcher form = Pattern.compile("([0-9A-Z]{5})@(?:call(\\d{1,18})|(\\d?\\.?\\d{1,9}))")
                .matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "an error such as 40001@0.01 or 08006@call100 is wanted, not '" + text + "'");
        }
        return form.group(2) == null
                ? new ByChance(form.group(1), Double.parseDouble(form.group(3)))
                : new AtCall(form.group(1), Long.parseLong(form.group(2)));
    }
}
