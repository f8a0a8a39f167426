package squall.apps;

import squall.check.isolation.History;
import squall.check.isolation.IsolationExpectation;
import squall.isolation.IsolationWorkload;
import squall.isolation.WritesPerKey;

/** Sample application whose recorded transactions show how they were isolated; its engine is {@code squall.isolation}. */
public non-sealed interface IsolationApp extends SampleApp {
    /** Language of the statements that the application sends. */
    enum QueryLanguage {
        SQL,
        CQL
    }

    /** Most operations of a transaction. */
    String LENGTH = "transaction_length";

    /** After how many writes a new key takes the place of one. */
    String WRITES_PER_KEY = "writes_per_key";

    /** The share of the operations that goes to one key. */
    String HOT_SHARE = "hot_key_share";

    /** Option: whether registers are written without being read before. */
    String BLIND_WRITES = "blind_writes";

    /** The address of the servers that transactions go to that only read. */
    String READ_URL = "read_url";

    /** Option: whether transactions that write lock what they read. */
    String LOCK_READS = "lock_reads";

    /** The level that the run is judged by, in place of the one that the database claims. */
    String EXPECT = "expect";

    /** Anomalies that this level proscribes and the configuration of the database does not prevent. */
    String ALLOW = "allow";

    /** Returns the model of the values that keys hold. */
    History.Model model();

    QueryLanguage language();

    @Override
    default void require(AppContext setting) {
        workload(setting, Math.toIntExact(profile().drive().keys()));
        expectation(setting);
    }

    /** Returns the workload of the options. @throws IllegalArgumentException if an option has no such value; the message names it */
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
                writesPerKey(setting),
                !setting.options().flag(BLIND_WRITES, false));
    }

    private static WritesPerKey writesPerKey(AppContext setting) {
        try {
            return WritesPerKey.parse(setting.options().text(WRITES_PER_KEY, "zipfian"));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("option '" + WRITES_PER_KEY + "' " + e.getMessage(), e);
        }
    }

    /** Returns the expectation of the database. @throws IllegalArgumentException if an option has no such value; the message names it */
    static IsolationExpectation expectation(AppContext setting) {
        try {
            return IsolationExpectation.of(
                    setting.options().text(EXPECT, ""), setting.options().text(ALLOW, ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expect and allow: " + e.getMessage(), e);
        }
    }

    /** Returns the profile of an application whose sessions all send transactions as fast as they are answered. */
    static AppProfile profile(String name, String text, AppProfile.Trait... traits) {
        return AppProfile.of(name, text, new AppProfile.Drive(0, 8, 10, -1, -1), traits)
                .inTransactions("");
    }
}
