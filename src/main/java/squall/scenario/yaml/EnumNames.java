package squall.scenario.yaml;

import java.math.BigDecimal;
import java.util.Locale;

/** Names of enums and numbers as users write them. */
final class EnumNames {
    private EnumNames() {}

    static String of(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Without an exponent, and without a point where there is nothing behind it. */
    static String of(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
