package squall.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import squall.spi.NearestName;
import squall.system.CommandException;

/**
 * Option that several commands have: its name, its text and its format are the same in all of them.
 *
 * @param name without dashes
 * @param value placeholder of its value in the help; empty: it is a switch
 * @param text description, one sentence without a full stop
 * @param format of its value
 * @param fallback its default
 */
public record RunOption<T>(String name, String value, String text, ValueFormat<T> format, T fallback) {
    /**
     * Format of a value.
     *
     * @param wanted description of the form, for messages
     * @param reader the value, or empty if the text does not have the form
     * @param choices possible values, if it is one of a few words
     */
    public record ValueFormat<T>(String wanted, Function<String, Optional<T>> reader, List<String> choices) {
        public ValueFormat {
            choices = List.copyOf(choices);
        }

        public ValueFormat(String wanted, Function<String, Optional<T>> reader) {
            this(wanted, reader, List.of());
        }

        /** Returns the format of a whole number in {@code [min, max]}. */
        public static ValueFormat<Long> whole(long min, long max) {
            return new ValueFormat<>(
                    "a whole number "
                            + (max < Integer.MAX_VALUE ? "in [" + min + ", " + max + "]" : "of at least " + min),
                    typed -> number(typed, Long::valueOf).filter(found -> found >= min && found <= max));
        }

        /** Returns the format of the constants of an enumeration, which are typed in small letters. */
        public static <E extends Enum<E>> ValueFormat<E> words(Class<E> type) {
            Map<String, E> byWord = new LinkedHashMap<>();
            for (E each : type.getEnumConstants()) {
                byWord.put(each.name().toLowerCase(Locale.ROOT), each);
            }
            return new ValueFormat<>(
                    "one of " + String.join(", ", byWord.keySet()),
                    typed -> Optional.ofNullable(byWord.get(typed.strip().toLowerCase(Locale.ROOT))),
                    List.copyOf(byWord.keySet()));
        }

        /** Returns the number that a text is; empty if it is none. */
        public static <N> Optional<N> number(String typed, Function<String, N> parser) {
            try {
                return Optional.of(parser.apply(typed.strip()));
            } catch (NumberFormatException e) {
                return Optional.empty(); // the caller names what was found and what is wanted
            }
        }
    }

    /** Creates an option whose value is any text. */
    public static RunOption<String> text(String name, String value, String text) {
        return new RunOption<>(name, value, text, new ValueFormat<>("a text", Optional::of), "");
    }

    /** Creates a switch, which is off unless it is given. */
    public static RunOption<Boolean> flag(String name, String text) {
        return new RunOption<>(
                name,
                "",
                text,
                new ValueFormat<>(
                        "true or false", typed -> switch (typed.strip().toLowerCase(Locale.ROOT)) {
                            case "true" -> Optional.of(true);
                            case "false" -> Optional.of(false);
                            default -> Optional.empty();
                        }),
                false);
    }

    /** Creates an option with a whole number in {@code [min, max]}; its default is added to the text. */
    public static RunOption<Integer> integer(String name, String text, int fallback, int min, int max) {
        ValueFormat<Long> whole = ValueFormat.whole(min, max);
        return number(
                name,
                text,
                fallback,
                new ValueFormat<>(
                        whole.wanted(), typed -> whole.reader().apply(typed).map(Math::toIntExact)));
    }

    /** Creates an option with a number; its default is added to the text. */
    public static RunOption<Double> number(
            String name, String text, double fallback, String wanted, DoublePredicate allowed) {
        return number(
                name,
                text,
                fallback,
                new ValueFormat<>(
                        wanted,
                        typed -> ValueFormat.number(typed, Double::valueOf).filter(allowed::test)));
    }

    /** Creates an option with a number of any kind; its default is added to the text. */
    public static <N extends Number> RunOption<N> number(String name, String text, N fallback, ValueFormat<N> format) {
        String number = String.valueOf(fallback).replaceFirst("\\.0$", "");
        return new RunOption<>(name, "N", text + " (default: " + number + ")", format, fallback);
    }

    /** Returns the option as it is typed. */
    public String option() {
        return "--" + name;
    }

    public boolean isSwitch() {
        return value.isEmpty();
    }

    /** Returns whether it can be given more than once; the values are then joined. */
    public boolean repeatable() {
        return equals(RunOptions.TAG);
    }

    /** @throws CommandException if the text is not a value of this option */
    T read(String typed) throws CommandException {
        return format.reader()
                .apply(typed)
                .orElseThrow(() -> wrong(format.wanted(), typed, NearestName.hint(typed, format.choices())));
    }

    /** Returns the refusal of a value. @param wanted what it must be */
    public CommandException wrong(String wanted, Object found) {
        return wrong(wanted, found, "");
    }

    private CommandException wrong(String wanted, Object found, String hint) {
        return CommandException.usage(option() + " must be " + wanted + ", not '" + found + "'" + hint);
    }
}
