package squall.system;

/** Message about an option with an empty value, as an unset variable of the shell leaves it. */
public final class EmptyValue {
    private EmptyValue() {}

    /** Returns the message. @param fallback what applies if the option is omitted: {@code its default} */
    public static String message(String option, String fallback) {
        return option + " is empty: give it a value, or omit it for " + fallback
                + " (is a variable of the shell unset?)";
    }
}
