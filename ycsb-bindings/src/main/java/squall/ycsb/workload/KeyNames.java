package squall.ycsb.workload;

import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.FnvHash;

/**
 * Turns the number of a row into its key: {@code user}, zeros, digits.
 *
 * @param hashed whether the digits are those of the number's hash
 * @param digits zeros are put in front up to so many
 */
public record KeyNames(boolean hashed, int digits) {
    private static final String PREFIX = "user";

    public static KeyNames of(YcsbProperties properties) {
        return new KeyNames(
                properties.get(CoreProperties.INSERT_ORDER).equals("hashed"),
                properties.get(CoreProperties.ZERO_PADDING));
    }

    public String of(long number) {
        String decimal = Long.toString(hashed ? FnvHash.hash(number) : number);
        int zeros = digits - decimal.length();
        return zeros > 0 ? PREFIX + "0".repeat(zeros) + decimal : PREFIX.concat(decimal);
    }
}
