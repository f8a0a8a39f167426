package squall.ycsb;

import java.time.Duration;

/**
 * One property users may set.
 *
 * @param fallback its value where nobody set it
 * @param secret whether its value is masked wherever it is shown
 * @param about one line for the help text
 */
public record Property<T>(String name, Format<T> format, T fallback, boolean secret, String about) {
    /** The default as a user would write it; empty where there is none, or none that could be written. */
    public String shownFallback() {
        return switch (fallback) {
            case String text -> text;
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            case Duration length -> length.toSeconds() + "s";
            default -> "";
        };
    }

    static <T> Property<T> of(String name, Format<T> format, T fallback, String about) {
        return new Property<>(name, format, fallback, false, about);
    }

    static Property<String> text(String name, String fallback, String about) {
        return of(name, Format.text(), fallback, about);
    }

    static Property<String> secret(String name, String about) {
        return new Property<>(name, Format.text(), "", true, about);
    }

    static Property<Boolean> flag(String name, boolean fallback, String about) {
        return of(name, Format.flag(), fallback, about);
    }

    static Property<Long> whole(String name, long fallback, String about) {
        return of(name, Format.whole(Math.min(0, fallback)), fallback, about);
    }
}
