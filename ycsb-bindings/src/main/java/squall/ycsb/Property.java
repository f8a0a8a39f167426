package squall.ycsb;

import java.time.Duration;

/**
 * One property users may set.
 *
 * @param fallback its value where nobody set it
 * @param kind what may be shown of it
 * @param about one line for the help text
 */
public record Property<T>(String name, Format<T> format, T fallback, Kind kind, String about) {
    /** What may be shown of a property. */
    public enum Kind {
        /** Its value and its default. */
        PLAIN,
        /** Nothing: its value is masked everywhere. */
        SECRET,
        /** Its value; where nobody set one, it is found in a way that {@code about} tells, and {@code fallback} means nothing. */
        DERIVED
    }

    /** Whether there is a default that may be shown. */
    public boolean hasDefault() {
        return kind == Kind.PLAIN;
    }

    /** The default as a user would write it; empty where there is none, or none that could be written. */
    public String shownFallback() {
        if (!hasDefault()) {
            return "";
        }
        return switch (fallback) {
            case String text -> text;
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            case Duration length -> length.toSeconds() + "s";
            default -> "";
        };
    }

    static <T> Property<T> of(String name, Format<T> format, T fallback, String about) {
        return new Property<>(name, format, fallback, Kind.PLAIN, about);
    }

    static Property<String> text(String name, String fallback, String about) {
        return of(name, Format.text(), fallback, about);
    }

    static Property<String> secret(String name, String about) {
        return new Property<>(name, Format.text(), "", Kind.SECRET, about);
    }

    static Property<Boolean> flag(String name, boolean fallback, String about) {
        return of(name, Format.flag(), fallback, about);
    }

    static Property<Long> whole(String name, long fallback, String about) {
        return of(name, Format.whole(Math.min(0, fallback)), fallback, about);
    }

    /** A whole number that is found elsewhere if nobody sets it. @param about says where */
    static Property<Long> derived(String name, Format<Long> format, String about) {
        return new Property<>(name, format, 0L, Kind.DERIVED, about);
    }
}
