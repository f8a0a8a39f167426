package squall.sysbench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Settings of a test and its tables.
 *
 * @param data the tables
 * @param mix of the transactions
 * @param ids how rows are picked
 * @param rangeSize rows of a range select
 * @param explicitTransactions whether tests of several statements send them as one transaction
 * @param seed of everything random
 * @param verify whether the tables are counted before the run, so that they can be checked after it
 */
public record OltpSettings(
        OltpTest test,
        SbtestData data,
        OltpMix mix,
        RandomDistribution ids,
        int rangeSize,
        boolean explicitTransactions,
        long seed,
        boolean verify) {
    public OltpSettings {
        if (rangeSize < 1) {
            throw new IllegalArgumentException("rangeSize must be at least 1: " + rangeSize);
        }
    }

    /** Tells whether the statements of an event are committed together. */
    public boolean inTransaction() {
        return test.transactional() && explicitTransactions;
    }

    /** The tables that a run stands on. @param autoInc whether the database numbers new rows */
    public record SbtestData(int tables, int rowsPerTable, boolean autoInc, boolean secondaryIndex) {
        public SbtestData {
            if (tables < 1 || rowsPerTable < 0) {
                throw new IllegalArgumentException(
                        "tables must be at least 1 and rows at least 0: " + tables + ", " + rowsPerTable);
            }
        }
    }

    /** The OLTP tests of sysbench that Squall runs, under sysbench's names. */
    public enum OltpTest {
        /** Single INSERT. */
        OLTP_INSERT,
        /** Single SELECT by primary key. */
        OLTP_POINT_SELECT,
        /** Point selects and range selects in one transaction. */
        OLTP_READ_ONLY,
        /** The same, then what {@link #OLTP_WRITE_ONLY} does. */
        OLTP_READ_WRITE,
        /** Updates of both kinds, and a row deleted and inserted again, in one transaction. */
        OLTP_WRITE_ONLY,
        /** One UPDATE of the indexed column. */
        OLTP_UPDATE_INDEX,
        /** One UPDATE of a column without an index. */
        OLTP_UPDATE_NON_INDEX,
        /** One DELETE by primary key. */
        OLTP_DELETE;

        /** Returns the name that sysbench uses. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Tells whether its statements are sent in one explicit transaction by default. */
        public boolean transactional() {
            return switch (this) {
                case OLTP_READ_ONLY, OLTP_READ_WRITE, OLTP_WRITE_ONLY -> true;
                case OLTP_INSERT, OLTP_POINT_SELECT, OLTP_UPDATE_INDEX, OLTP_UPDATE_NON_INDEX, OLTP_DELETE -> false;
            };
        }

        /** Tells whether it changes rows. */
        public boolean writes() {
            return switch (this) {
                case OLTP_INSERT,
                        OLTP_READ_WRITE,
                        OLTP_WRITE_ONLY,
                        OLTP_UPDATE_INDEX,
                        OLTP_UPDATE_NON_INDEX,
                        OLTP_DELETE -> true;
                case OLTP_POINT_SELECT, OLTP_READ_ONLY -> false;
            };
        }

        /** Tells whether it reads or replaces values of column c, which show the versions of a row. */
        public boolean judgeable() {
            return switch (this) {
                case OLTP_POINT_SELECT, OLTP_READ_ONLY, OLTP_READ_WRITE, OLTP_WRITE_ONLY, OLTP_UPDATE_NON_INDEX -> true;
                case OLTP_INSERT, OLTP_UPDATE_INDEX, OLTP_DELETE -> false;
            };
        }

        public static Optional<OltpTest> find(String label) {
            return Arrays.stream(values())
                    .filter(test -> test.label().equals(label))
                    .findFirst();
        }

        /** Returns all names, as typed. */
        public static List<String> labels() {
            return Arrays.stream(values()).map(OltpTest::label).toList();
        }
    }
}
