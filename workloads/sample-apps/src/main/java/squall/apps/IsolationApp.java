package squall.apps;

import java.util.Set;
import squall.check.isolation.History;
import squall.check.isolation.IsolationExpectation;
import squall.isolation.IsolationWorkload;
import squall.isolation.WritesPerKey;

/** Sample application whose recorded transactions show how they were isolated; its engine is {@code squall.isolation}. */
public abstract non-sealed class IsolationApp implements SampleApp {
    /** Language of the statements that the application sends. */
    public enum QueryLanguage {
        SQL,
        CQL
    }

    /** Most operations of a transaction. */
    public static final String LENGTH = "transaction_length";

    /** After how many writes a new key takes the place of one. */
    public static final String WRITES_PER_KEY = "writes_per_key";

    /** The share of the operations that goes to one key. */
    public static final String HOT_SHARE = "hot_key_share";

    /** Option: whether registers are written without being read before. */
    public static final String BLIND_WRITES = "blind_writes";

    /** The address of the servers that transactions go to that only read. */
    public static final String READ_URL = "read_url";

    /** Option: whether transactions that write lock what they read. */
    public static final String LOCK_READS = "lock_reads";

    /** The level that the run is judged by, in place of the one that the database claims. */
    public static final String EXPECT = "expect";

    /** Anomalies that this level proscribes and the configuration of the database does not prevent. */
    public static final String ALLOW = "allow";

    private final AppProfile profile;
    private final QueryLanguage language;
    private final History.Model model;
    private final Set<String> options;

    /** @param model of the values that keys hold @param options the application's own */
    protected IsolationApp(AppProfile profile, QueryLanguage language, History.Model model, Set<String> options) {
        this.profile = profile;
        this.language = language;
        this.model = model;
        this.options = options;
    }

    @Override
    public final AppProfile profile() {
        return profile;
    }

    public final QueryLanguage language() {
        return language;
    }

    public final History.Model model() {
        return model;
    }

    @Override
    public final Set<String> options() {
        return options;
    }

    @Override
    public void require(AppContext setting) {
        workload(setting, Math.toIntExact(profile.drive().keys()));
        expectation(setting);
    }

    /** Returns the workload of the options. @throws IllegalArgumentException if an option has no such value; the message names it */
    public IsolationWorkload workload(AppContext setting, int keys) {
        String share = setting.options().text(HOT_SHARE, "0");
        if (!share.matches("0(\\.\\d{1,6})?")) {
            throw new IllegalArgumentException(
                    "option '" + HOT_SHARE + "' must be a number in [0, 1), not '" + share + "'");
        }
        return new IsolationWorkload(
                model,
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
    public static IsolationExpectation expectation(AppContext setting) {
        try {
            return IsolationExpectation.of(
                    setting.options().text(EXPECT, ""), setting.options().text(ALLOW, ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expect and allow: " + e.getMessage(), e);
        }
    }

    /** Returns the profile of an application whose sessions all send transactions as fast as they are answered. */
    protected static AppProfile profile(String name, String text, AppProfile.Trait... traits) {
        return AppProfile.of(name, text, new AppProfile.Drive(0, 8, 10, -1, -1), traits)
                .inTransactions("");
    }
}
