package squall.experiment;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.spi.NearestName;

/**
 * Substitution of <code>${name}</code>. A value may refer to others; one that begins with {@code =} is computed by sums and products.
 *
 * @param values by name
 */
record Placeholders(Map<String, String> values) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^${}]*)}");

    /** Pattern of a text that is nothing but a placeholder, whose name may contain others. */
    private static final Pattern ALONE = Pattern.compile("\\$\\{(?:[^${}]|\\$\\{[^${}]*})*}");

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(?:\\.\\d{1,9})?");

    /** Maximum depth, beyond any file's need; a value that refers to itself ends here. */
    private static final int DEEPEST = 10;

    private static final MathContext DIGITS = new MathContext(18, RoundingMode.HALF_UP);

    Placeholders {
        values = Map.copyOf(values);
    }

    /** Returns these placeholders, with others that take precedence. */
    Placeholders with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.putAll(more);
        return new Placeholders(all);
    }

    /**
     * Fills a template, innermost first, so that a name may be made of others: <code>${${size}_rows}</code>.
     *
     * @throws IllegalArgumentException if a name is unknown, naming the nearest
     */
    String filled(String template) {
        return filled(template, 0);
    }

    /** Fills the words of a command; one that is nothing but a placeholder becomes as many words as its value has. */
    List<String> words(List<String> templates) {
        List<String> words = new ArrayList<>();
        for (String template : templates) {
            String filled = filled(template);
            if (!ALONE.matcher(template).matches()) {
                words.add(filled);
            } else if (!filled.isBlank()) {
                words.addAll(List.of(filled.strip().split("\\s+", -1)));
            }
        }
        return words;
    }

    /** Computes an expression of numbers, <code>${name}</code>, {@code *}, {@code /}, {@code +} and {@code -}. */
    BigDecimal computed(String expression) {
        return computed(expression, 0);
    }

    private String filled(String template, int depth) {
        String text = template;
        for (int i = depth; REFERENCE.matcher(text).find(); i++) {
            if (i > DEEPEST) {
                throw new IllegalArgumentException("'" + template + "' refers to itself");
            }
            int deeper = i + 1;
            text = REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found.group(1), deeper)));
        }
        return text;
    }

    private String value(String name, int depth) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("${" + name + "} has no value, known are "
                    + values.keySet().stream().sorted().toList() + NearestName.hint(name, values.keySet()));
        }
        return value.startsWith("=")
                ? computed(value.substring(1), depth)
                        .setScale(3, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                : value;
    }

    private BigDecimal computed(String expression, int depth) {
        BigDecimal sum = BigDecimal.ZERO;
        boolean minus = false;
        BigDecimal product = BigDecimal.ONE;
        String operator = "*";
        for (String word : filled(expression, depth).strip().split("\\s+", -1)) {
            switch (word) {
                case "*", "/" -> operator = word;
                case "+", "-" -> {
                    sum = minus ? sum.subtract(product) : sum.add(product);
                    minus = word.equals("-");
                    product = BigDecimal.ONE;
                    operator = "*";
                }
                default ->
                    product = operator.equals("*")
                            ? product.multiply(number(word, expression))
                            : divided(product, word, expression);
            }
        }
        return minus ? sum.subtract(product) : sum.add(product);
    }

    private static BigDecimal divided(BigDecimal product, String word, String expression) {
        BigDecimal by = number(word, expression);
        if (by.signum() == 0) {
            throw new IllegalArgumentException("'" + expression.strip() + "' divides by 0");
        }
        return product.divide(by, DIGITS);
    }

    private static BigDecimal number(String word, String expression) {
        if (!NUMBER.matcher(word).matches()) {
            throw new IllegalArgumentException("'" + expression.strip() + "': '" + word
                    + "' is no number; write numbers and operators with spaces between");
        }
        return new BigDecimal(word);
    }
}
