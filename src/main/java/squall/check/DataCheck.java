package squall.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/**
 * One check of the data while it is being made: what it has looked at, what it has seen to be wrong, and whether it reached its end.
 *
 * <p>Every verdict of Squall's own checks comes from here, so that two rules hold for all of them: what was seen to be wrong stays wrong
 * whatever fails later, and a check that looked at nothing has not passed. One thread at a time.
 */
public final class DataCheck {
    /** Examines the data, and reports to the check. */
    public interface Look {
        /**
         * @return the counts behind the verdict, one line; may be empty where something was wrong
         * @throws IOException if the database cannot be reached; the message has the reason
         */
        String at(DataCheck check) throws IOException, InterruptedException;
    }

    /** Examines what was recorded during the run; needs no database. */
    public interface Recorded {
        String at(DataCheck check);
    }

    private final String name;
    private final String things;
    private final List<Supplier<String>> wrong = new ArrayList<>();
    private long examined;
    private @Nullable String open;
    private @Nullable String skipped;

    private DataCheck(String name, String things) {
        this.name = name;
        this.things = things;
    }

    /**
     * Makes one check. A database that cannot be asked leaves it undecided, unless something was seen to be wrong before.
     *
     * @param name what is checked, as printed
     * @param things what it examines, in the plural, as in "no acknowledged rows"
     */
    public static CheckResult of(String name, String things, Look look) throws InterruptedException {
        DataCheck check = new DataCheck(name, things);
        try {
            return check.result(look.at(check));
        } catch (IOException e) {
            check.undecided(String.valueOf(e.getMessage()));
            return check.result("");
        }
    }

    /** Makes one check of what was recorded during the run. */
    public static CheckResult recorded(String name, String things, Recorded recorded) {
        DataCheck check = new DataCheck(name, things);
        return check.result(recorded.at(check));
    }

    /** A check that is not made here. @param why one line */
    public static CheckResult skipped(String name, String why) {
        return new CheckResult(name, Verdict.SKIPPED, why);
    }

    /** The same result, where what it found wrong was to be expected. @param why the setting of the database that allows it */
    public static CheckResult allowed(CheckResult result, String why) {
        return new CheckResult(result.name(), Verdict.PASSED, result.detail() + "; allowed by " + why);
    }

    /** A check that cannot even be begun. @param why one line */
    public static CheckResult undecided(String name, String why) {
        return new CheckResult(name, Verdict.UNDECIDED, why);
    }

    /** So many more things were looked at. */
    public void examined(long more) {
        examined += more;
    }

    /** Something is wrong. @param what one line, not empty */
    public void wrong(String what) {
        wrong.add(() -> what);
    }

    /** A finding that stays open until the check has ended. @param told the finding at that time; empty: none */
    public void wrong(Supplier<String> told) {
        wrong.add(told);
    }

    /** All that these flaws hold by the end of the check is wrong. */
    public void wrong(DataAnomalies anomalies) {
        wrong(anomalies::told);
    }

    /** The check is undecided; the first reason is kept. @param why one line */
    public void undecided(String why) {
        open = open == null ? why : open;
    }

    /** This database, or this run, has nothing that could be checked. @param why one line */
    public void skip(String why) {
        skipped = why;
    }

    private CheckResult result(String counts) {
        String seen = wrong.stream()
                .map(Supplier::get)
                .filter(told -> !told.isEmpty())
                .collect(Collectors.joining("; "));
        if (!seen.isEmpty()) {
            String rest = open == null ? "" : "; the rest could not be checked: " + open;
            return new CheckResult(name, Verdict.FAILED, seen + (counts.isEmpty() ? "" : "; " + counts) + rest);
        }
        if (open != null) {
            return new CheckResult(name, Verdict.UNDECIDED, open);
        }
        if (skipped != null) {
            return skipped(name, skipped);
        }
        return examined == 0
                ? new CheckResult(name, Verdict.SKIPPED, CheckResult.NOTHING + ": no " + things)
                : new CheckResult(name, Verdict.PASSED, counts);
    }
}
