package squall.verdict;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many operations may fail, after retries, before a run has missed its expectation.
 *
 * @param share of all operations, in [0, 1]
 */
public record ErrorBudget(double share) {
    /** No failure is acceptable: the default. */
    public static final ErrorBudget NONE = new ErrorBudget(0);

    private static final Pattern FORM = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,12})?)\\s*(%?)");

    public ErrorBudget {
        if (!(share >= 0 && share <= 1)) { // written so that NaN fails too
            throw new IllegalArgumentException("share must be in [0, 1]: " + share);
        }
    }

    /**
     * Reads {@code 0}, {@code 0.001} or {@code 0.1%}.
     *
     * @throws IllegalArgumentException if the text is none of these or outside [0, 1]; names the value found and the values allowed
     */
    public static ErrorBudget parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "an error budget must be a share such as 0, 0.001 or 0.1%, not '" + text + "'");
        }
        double number = Double.parseDouble(form.group(1));
        return new ErrorBudget(form.group(2).isEmpty() ? number : number / 100);
    }

    public boolean allows(long failed, long all) {
        return failed == 0 || failed <= share * all;
    }
}
