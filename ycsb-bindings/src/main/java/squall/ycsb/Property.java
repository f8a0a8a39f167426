package squall.ycsb;

/**
 * One property users may set.
 *
 * @param fallback its value where nobody set it
 * @param secret whether its value is masked wherever it is shown
 * @param about one line for the help text
 */
public record Property<T>(String name, Format<T> format, T fallback, boolean secret, String about) {
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
