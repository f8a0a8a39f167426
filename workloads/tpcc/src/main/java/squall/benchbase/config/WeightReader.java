package squall.benchbase.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import squall.system.CommandException;

/** Reads comma lists of percentages. */
final class WeightReader {
    private static final String NUMBER = "\\d{1,3}(\\.\\d{1,9})?";

    private WeightReader() {}

    /** @throws CommandException if there are not {@code count} of them, or one is no number */
    static List<BigDecimal> read(XmlSection.XmlElement element, int count) throws CommandException {
        List<BigDecimal> weights = new ArrayList<>();
        for (String part : element.text().split(",", -1)) {
            if (!part.strip().matches(NUMBER)) {
                throw element.unfit("numbers separated by commas");
            }
            weights.add(new BigDecimal(part.strip()));
        }
        if (weights.size() != count) {
            throw element.wrong("has " + weights.size() + " numbers for " + count + " transaction types");
        }
        return weights;
    }

    /** Decimals are added, so that 33.3,33.3,33.4 is 100. @throws CommandException if the sum is another */
    static List<BigDecimal> percentages(XmlSection.XmlElement element, int count) throws CommandException {
        List<BigDecimal> weights = read(element, count);
        BigDecimal sum = weights.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        if (sum.compareTo(BigDecimal.valueOf(100)) != 0) {
            throw element.wrong("must add up to 100, not " + sum.toPlainString() + ": " + element.text());
        }
        return weights;
    }
}
