package squall.sysbench;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import squall.check.DataCheck;
import squall.sysbench.RowChanges.Bounds;
import squall.sysbench.RowChanges.EventNumbers;
import squall.sysbench.SbtestTables.TableContents;
import squall.system.HumanNumbers;

/**
 * Check that after a run the tables hold what was acknowledged in it, and nothing else.
 *
 * @param before the run, table by table
 * @param changes of all sessions, which are closed
 */
record OltpCheck(OltpSettings settings, SbtestTables tables, List<TableContents> before, List<RowChanges> changes) {
    /** Checks that there are as many rows as before, with those inserted and without those deleted. */
    String rows(DataCheck check) throws IOException, InterruptedException {
        Bounds wanted = RowChanges.rows(changes)
                .from(before.stream().mapToLong(TableContents::rows).sum());
        long found = tables.contents(settings.test().writes()).stream()
                .mapToLong(TableContents::rows)
                .sum();
        check.examined(before.size());
        if (!wanted.hold(found)) {
            check.wrong("found " + found + " rows, but by what was acknowledged there must be " + wanted);
        }
        return HumanNumbers.counted(found, "row") + " in " + HumanNumbers.counted(before.size(), "table")
                + ", as acknowledged (" + wanted + ")";
    }

    /** Tells whether the sum of column k is known: not where rows are deleted, because the client does not know the k of a deleted row. */
    boolean knowsSumOfK() {
        return switch (settings.test()) {
            case OLTP_INSERT, OLTP_POINT_SELECT, OLTP_READ_ONLY, OLTP_UPDATE_INDEX, OLTP_UPDATE_NON_INDEX -> true;
            case OLTP_READ_WRITE, OLTP_WRITE_ONLY -> settings.mix().deleteInserts() == 0;
            case OLTP_DELETE -> false;
        };
    }

    /** Checks that the sum of column k grew by one for each acknowledged update of the index, and by the k of each acknowledged insert. */
    String sumOfK(DataCheck check) throws IOException, InterruptedException {
        Bounds wanted = RowChanges.kSum(changes)
                .from(before.stream().mapToLong(TableContents::kSum).sum());
        long found = tables.contents(settings.test().writes()).stream()
                .mapToLong(TableContents::kSum)
                .sum();
        check.examined(before.size());
        if (!wanted.hold(found)) {
            check.wrong("the sum of k is " + found + ", but by what was acknowledged it must be " + wanted);
        }
        return "the sum of k is " + found + ", as acknowledged (" + wanted + ")";
    }

    /**
     * Checks that each acknowledged insert is there once, known by the digits of its column c, and that nothing is there that was not
     * sent.
     */
    String inserts(DataCheck check) throws IOException, InterruptedException {
        long[] found = found();
        long[] wanted = fingerprints(true);
        long[] unknown = fingerprints(false);
        check.examined(wanted.length);
        InsertTally count = new InsertTally(0, 0, 0);
        int at = 0;
        for (long print : wanted) {
            while (at < found.length && found[at] < print) {
                count = count.plusStrange(known(unknown, found[at]));
                at++;
            }
            boolean there = at < found.length && found[at] == print;
            at += there ? 1 : 0;
            count = there ? count : count.plusMissing();
        }
        for (; at < found.length; at++) {
            count = count.plusStrange(known(unknown, found[at]));
        }
        if (count.missing > 0) {
            check.wrong(count.missing + " of " + wanted.length + " acknowledged inserts are not there");
        }
        // Where the client chooses the ids, rows that were there before cannot be told from new ones.
        if (count.strange > 0 && settings.data().autoInc()) {
            check.wrong(count.strange + " rows are there that were not inserted, or twice");
        }
        return wanted.length + " acknowledged inserts, all there"
                + (unknown.length == 0 ? "" : "; of " + unknown.length + " unknown ones " + count.arrived + " arrived");
    }

    private record InsertTally(long missing, long strange, long arrived) {
        InsertTally plusMissing() {
            return new InsertTally(missing + 1, strange, arrived);
        }

        InsertTally plusStrange(boolean unknown) {
            return unknown
                    ? new InsertTally(missing, strange, arrived + 1)
                    : new InsertTally(missing, strange + 1, arrived);
        }
    }

    private static boolean known(long[] sorted, long print) {
        return Arrays.binarySearch(sorted, print) >= 0;
    }

    /** Reads the fingerprints of the rows that were inserted since the run began, sorted. */
    private long[] found() throws IOException, InterruptedException {
        long[] all = new long[0];
        for (int number = 1; number <= before.size(); number++) {
            long above = settings.data().autoInc() ? before.get(number - 1).lastId() : Long.MIN_VALUE;
            long[] more = tables.fingerprints(number, above);
            long[] both = Arrays.copyOf(all, all.length + more.length);
            System.arraycopy(more, 0, both, all.length, more.length);
            all = both;
        }
        Arrays.sort(all);
        return all;
    }

    /** Returns the fingerprints of the texts that were sent, sorted. @param acknowledged or else unknown */
    private long[] fingerprints(boolean acknowledged) {
        OltpEvents events = new OltpEvents(settings);
        int size = 0;
        for (RowChanges each : changes) {
            size += numbers(each, acknowledged).size();
        }
        long[] prints = new long[size];
        int at = 0;
        for (RowChanges each : changes) {
            EventNumbers numbers = numbers(each, acknowledged);
            for (int i = 0; i < numbers.size(); i++) {
                prints[at++] = DigitText.fingerprint(
                        events.c(events.at(numbers.get(i), 0).getFirst()));
            }
        }
        Arrays.sort(prints);
        return prints;
    }

    private static EventNumbers numbers(RowChanges changes, boolean acknowledged) {
        return acknowledged ? changes.acknowledged() : changes.unknown();
    }
}
