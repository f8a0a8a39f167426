package squall.sql.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Parser of Prometheus's text format, of which servers publish thousands of lines: only used metrics are parsed completely. Pure. */
final class PrometheusText {
    /** Sample of one line. @param name as written, suffixes such as {@code _bucket} included */
    record PrometheusSample(String name, Map<String, String> labels, double value) {
        PrometheusSample {
            labels = Map.copyOf(labels);
        }
    }

    private PrometheusText() {}

    /**
     * Finds samples in a page.
     *
     * @throws IllegalArgumentException if a wanted line is none; the message shows its beginning
     */
    static void read(Iterable<String> lines, Predicate<String> wanted, Consumer<PrometheusSample> found) {
        for (String line : lines) {
            if (!line.isEmpty() && line.charAt(0) != '#' && wanted.test(name(line))) {
                found.accept(new Line(line).sample());
            }
        }
    }

    /** Returns the metric's name of a line that is no comment. */
    static String name(String line) {
        int end = 0;
        while (end < line.length() && line.charAt(end) != '{' && line.charAt(end) != ' ') {
            end++;
        }
        return line.substring(0, end);
    }

    /** Parser of a line {@code name{label="value",…} number timestamp}, of which labels and timestamp may be missing. */
    private static final class Line {
        private static final int SHOWN = 60;

        private final String text;
        private int at;

        Line(String text) {
            this.text = text;
        }

        PrometheusSample sample() {
            String name = name(text);
            at = name.length();
            Map<String, String> labels = new HashMap<>();
            if (next() == '{') {
                at++;
                while (next() != '}') {
                    label(labels);
                }
                at++;
            }
            return new PrometheusSample(
                    name, labels, number(text.substring(at).strip().split("\\s+", 2)[0]));
        }

        private void label(Map<String, String> labels) {
            int equals = text.indexOf("=\"", at);
            if (equals < 0) {
                throw wrong();
            }
            String label = text.substring(at, equals).strip();
            at = equals + 2;
            labels.put(label, value());
            if (next() == ',') {
                at++;
            }
        }

        /** Reads up to the closing quote; a backslash escapes quotes, backslashes and line ends. */
        private String value() {
            StringBuilder value = new StringBuilder();
            while (next() != '"') {
                if (next() == '\\') {
                    at++;
                    value.append(next() == 'n' ? '\n' : next());
                } else {
                    value.append(next());
                }
                at++;
            }
            at++;
            return value.toString();
        }

        private double number(String number) {
            return switch (number) {
                case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
                case "-Inf" -> Double.NEGATIVE_INFINITY;
                default -> parsed(number);
            };
        }

        private double parsed(String number) {
            try {
                return Double.parseDouble(number);
            } catch (NumberFormatException e) {
                throw wrong();
            }
        }

        private char next() {
            if (at >= text.length()) {
                throw wrong();
            }
            return text.charAt(at);
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("not a line of the Prometheus text format: '"
                    + text.substring(0, Math.min(SHOWN, text.length())) + "'");
        }
    }
}
