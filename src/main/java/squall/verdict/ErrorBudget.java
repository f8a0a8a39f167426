package squall.verdict;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Budget of operations that may fail, after retries, before a run has missed its expectation.
 *
 * @param share of all operations, in [0, 1]
 */
public record ErrorBudget(double share) {
    /** Budget that accepts no failure: the default. */
    public static final ErrorBudget NONE = new ErrorBudget(0);

    /** Form of the text of a budget, for messages. */
    public static final String WANTED = "a share such as 0, 0.001 or 0.1%";

    private static final Pattern FORM = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,12})?)\\s*(%?)");

    public ErrorBudget {
        if (!(share >= 0 && share <= 1)) { // written so that NaN fails too
            throw new IllegalArgumentException("share must be in [0, 1]: " + share);
        }
    }

    /** Reads {@code 0}, {@code 0.001} or {@code 0.1%}; empty if the text is none of these, or more than all. */
    public static Optional<ErrorBudget> parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        double number = Double.parseDouble(form.group(1));
        double share = form.group(2).isEmpty() ? number : number / 100;
        return share <= 1 ? Optional.of(new ErrorBudget(share)) : Optional.empty();
    }

    public boolean allows(long failed, long all) {
        return failed == 0 || failed <= share * all;
    }
}
