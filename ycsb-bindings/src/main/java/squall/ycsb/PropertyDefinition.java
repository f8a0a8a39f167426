package squall.ycsb;

import java.time.Duration;
import java.util.Locale;
import squall.cli.command.RunOption.ValueFormat;

/**
 * Property that users may set.
 *
 * @param fallback its default
 * @param kind what may be shown of it
 * @param about one line for the help text
 */
public record PropertyDefinition<T>(String name, ValueFormat<T> format, T fallback, Kind kind, String about) {
    /** Kind of a property: how much of it may be shown. */
    public enum Kind {
        /** Its value and its default. */
        PLAIN,
        /** Nothing: its value is masked everywhere. */
        SECRET,
        /** Its value; if it is not set, {@code about} tells how it is determined, and {@code fallback} is not used. */
        DERIVED
    }

    /** Tells whether there is a default that may be shown. */
    public boolean hasDefault() {
        return kind == Kind.PLAIN;
    }

    /** Returns the default as a user would write it; empty if there is none, or none that could be written. */
    public String shownFallback() {
        if (!hasDefault()) {
            return "";
        }
        return switch (fallback) {
            case String text -> text;
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
            case Duration length -> length.toSeconds() + "s";
            default -> "";
        };
    }

    static <T> PropertyDefinition<T> of(String name, ValueFormat<T> format, T fallback, String about) {
        return new PropertyDefinition<>(name, format, fallback, Kind.PLAIN, about);
    }

    static PropertyDefinition<String> text(String name, String fallback, String about) {
        return of(name, PropertyFormat.text(), fallback, about);
    }

    static PropertyDefinition<String> secret(String name, String about) {
        return new PropertyDefinition<>(name, PropertyFormat.text(), "", Kind.SECRET, about);
    }

    static PropertyDefinition<Integer> small(String name, int min, int max, int fallback, String about) {
        return of(name, PropertyFormat.small(min, max), fallback, about);
    }

    static PropertyDefinition<Double> number(String name, double min, double max, double fallback, String about) {
        return of(name, PropertyFormat.number(min, max), fallback, about);
    }

    static PropertyDefinition<Duration> duration(String name, Duration fallback, String about) {
        return of(name, PropertyFormat.duration(), fallback, about);
    }

    /** @param words of which one is the value; the first is the default */
    static PropertyDefinition<String> oneOf(String name, String about, String... words) {
        return of(name, PropertyFormat.oneOf(words), words[0], about);
    }

    static PropertyDefinition<Boolean> flag(String name, boolean fallback, String about) {
        return of(name, PropertyFormat.flag(), fallback, about);
    }

    static PropertyDefinition<Long> whole(String name, long fallback, String about) {
        return of(name, PropertyFormat.whole(Math.min(0, fallback)), fallback, about);
    }

    /** Defines a whole number that is determined otherwise if it is not set. @param about tells how */
    static PropertyDefinition<Long> derived(String name, ValueFormat<Long> format, String about) {
        return new PropertyDefinition<>(name, format, 0L, Kind.DERIVED, about);
    }
}
