package squall.apps;

import squall.check.isolation.History;
import squall.check.isolation.IsolationExpectation;
import squall.isolation.IsolationWorkload;

/** A sample application whose transactions are recorded, so that their isolation can be judged; its engine is {@code squall.isolation}. */
public non-sealed interface IsolationApp extends SampleApp {
    /** Which statements it sends. */
    enum QueryLanguage {
        SQL,
        CQL
    }

    /** Most operations of a transaction. */
    String LENGTH = "transaction_length";

    /** How often a key is written before a new one takes its place. */
    String WRITES_PER_KEY = "writes_per_key";

    /** The share of the operations that goes to one key. */
    String HOT_SHARE = "hot_key_share";

    /** Whether registers are written without being read before. */
    String BLIND_WRITES = "blind_writes";

    /** The address of the servers that transactions go to that only read. */
    String READ_URL = "read_url";

    /** The level that the run is judged by, in place of the one that the database claims. */
    String EXPECT = "expect";

    /** Anomalies that this level proscribes and the configuration of the database does not prevent. */
    String ALLOW = "allow";

    /** What keys hold. */
    History.Model model();

    QueryLanguage language();

    @Override
    default void require(AppContext setting) {
        workload(setting, Math.toIntExact(profile().drive().keys()));
        expectation(setting);
    }

    /** What was ordered. @throws IllegalArgumentException if an option has no such value; the message names it */
    default IsolationWorkload workload(AppContext setting, int keys) {
        String share = setting.options().text(HOT_SHARE, "0");
        if (!share.matches("0(\\.\\d{1,6})?")) {
            throw new IllegalArgumentException(
                    "option '" + HOT_SHARE + "' must be a number in [0, 1), not '" + share + "'");
        }
        return new IsolationWorkload(
                model(),
                keys,
                Double.parseDouble(share),
                setting.options().number(LENGTH, 4, 1, IsolationWorkload.LONGEST),
                setting.options().number(WRITES_PER_KEY, 100, 1, IsolationWorkload.MOST_WRITES),
                !setting.options().flag(BLIND_WRITES, false));
    }

    /** What is expected of the database. @throws IllegalArgumentException if an option has no such value; the message names it */
    static IsolationExpectation expectation(AppContext setting) {
        try {
            return IsolationExpectation.of(
                    setting.options().text(EXPECT, ""), setting.options().text(ALLOW, ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expect and allow: " + e.getMessage(), e);
        }
    }

    /** The profile of an application of which every session sends transactions as fast as they are answered. */
    static AppProfile profile(String name, String text) {
        return AppProfile.of(name, text, new AppProfile.Drive(0, 8, 10, -1, -1)).inTransactions("");
    }
}
