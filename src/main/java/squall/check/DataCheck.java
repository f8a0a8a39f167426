package squall.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/**
 * Data check in progress: the number of things examined, the anomalies seen, and whether it reached its end.
 *
 * <p>Every verdict of Squall's own checks is made here, so that two rules hold for all of them: an anomaly that was seen stays, whatever
 * fails later, and a check that examined nothing has not passed. Used by one thread at a time.
 */
public final class DataCheck {
    /** Examination of the data, which reports to the check. */
    public interface Look {
        /**
         * @return the counts behind the verdict, one line; may be empty if an anomaly was found
         * @throws IOException if the database cannot be reached; the message has the reason
         */
        String at(DataCheck check) throws IOException, InterruptedException;
    }

    /** Examination of records made during the run, which needs no database. */
    public interface Recorded {
        String at(DataCheck check);
    }

    private final String name;
    private final String things;
    private final List<Supplier<String>> wrong = new ArrayList<>();
    private final Map<String, Long> figures = new TreeMap<>();
    private long examined;
    private @Nullable String open;
    private @Nullable String skipped;

    private DataCheck(String name, String things) {
        this.name = name;
        this.things = things;
    }

    /**
     * Performs one check. A database that cannot be asked leaves it undecided, unless an anomaly was seen before.
     *
     * @param name of the check, as printed
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

    /** Performs one check of records made during the run. */
    public static CheckResult recorded(String name, String things, Recorded recorded) {
        DataCheck check = new DataCheck(name, things);
        return check.result(recorded.at(check));
    }

    /** Creates the result of a check that is not performed here. @param why one line */
    public static CheckResult skipped(String name, String why) {
        return new CheckResult(name, Verdict.SKIPPED, why);
    }

    /** Returns a result as passed, because the anomaly is expected. @param why the setting of the database that allows it */
    public static CheckResult allowed(CheckResult result, String why) {
        return new CheckResult(
                result.name(), Verdict.PASSED, result.detail() + "; allowed by " + why, result.figures());
    }

    /** Creates the result of a check that could not begin. @param why one line */
    public static CheckResult undecided(String name, String why) {
        return new CheckResult(name, Verdict.UNDECIDED, why);
    }

    /** Returns the checks in their order; several that are undecided for the same cause are one, in the place of the first. */
    public static List<CheckResult> together(List<CheckResult> checks) {
        Map<String, Long> untold = new HashMap<>();
        checks.stream()
                .filter(check -> check.verdict() == Verdict.UNDECIDED)
                .forEach(check -> untold.merge(check.detail(), 1L, Long::sum));
        List<CheckResult> told = new ArrayList<>();
        for (CheckResult check : checks) {
            if (check.verdict() != Verdict.UNDECIDED) {
                told.add(check);
                continue;
            }
            Long same = untold.remove(check.detail());
            if (same != null) {
                told.add(same == 1 ? check : undecided(same + " checks could not run", check.detail()));
            }
        }
        return List.copyOf(told);
    }

    /** Adds to the number of things examined. */
    public void examined(long more) {
        examined += more;
    }

    /** Reports an anomaly. @param what one line, not empty */
    public void wrong(String what) {
        wrong.add(() -> what);
    }

    /** Reports a finding that is final only at the end of the check. @param told returns the finding then; empty: none */
    public void wrong(Supplier<String> told) {
        wrong.add(told);
    }

    /** Reports the anomalies that this collection contains at the end of the check. */
    public void wrong(DataAnomalies anomalies) {
        wrong(anomalies::text, () -> anomalies);
    }

    /** Reports anomalies as they are at the end of the check. @param told describes them in one line; empty: there are none */
    public void wrong(Supplier<String> told, Supplier<DataAnomalies> anomalies) {
        wrong(() -> {
            for (DataAnomaly kind : DataAnomaly.values()) {
                figure(kind.label(), anomalies.get().count(kind));
            }
            return told.get();
        });
    }

    /** Sets a figure of the result. @param name as in {@link CheckResult#ACKNOWLEDGED} */
    public void figure(String name, long count) {
        figures.put(name, count);
    }

    /** Marks the check as undecided; the first reason is kept. @param why one line */
    public void undecided(String why) {
        open = open == null ? why : open;
    }

    /** Marks the check as skipped: this database or this run has nothing to check. @param why one line */
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
            return new CheckResult(
                    name, Verdict.FAILED, seen + (counts.isEmpty() ? "" : "; " + counts) + rest, figures);
        }
        if (open != null) {
            return new CheckResult(name, Verdict.UNDECIDED, open);
        }
        if (skipped != null) {
            return skipped(name, skipped);
        }
        return examined == 0
                ? new CheckResult(name, Verdict.SKIPPED, CheckResult.NOTHING + ": no " + things)
                : new CheckResult(name, Verdict.PASSED, counts, figures);
    }
}
