package squall.check.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.check.isolation.VersionedTransaction.INITIAL;
import static squall.check.isolation.VersionedTransaction.read;
import static squall.check.isolation.VersionedTransaction.write;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.check.isolation.History.Ending;
import squall.check.isolation.History.Model;
import squall.check.isolation.OnlineIsolationCheck.Limits;
import squall.check.isolation.SimulatedStore.Kind;

/** The check that goes along with a history, against the one that has all of it. */
class OnlineIsolationCheckTest {
    private static final int SEEDS = 100;
    private static final int TRANSACTIONS = 80;
    /** Longer than any of the simulated histories. */
    private static final long EVER = 1_000_000;

    /** Nine stores, of 100 seeds each, as they are, with blind writes, with unknown outcomes, with both: 10,800 histories in three rows. */
    @ParameterizedTest(name = "kept {0}, steps of {1}, seeds from {2}")
    @CsvSource({"0, 1, 0", "0, 9, 1000", "60, 5, 2000"})
    void of_every_history_it_rules_out_what_the_check_of_the_whole_does(long keptNs, int step, long firstSeed)
            throws Exception {
        Set<Anomaly> seen = EnumSet.noneOf(Anomaly.class);
        int whole = 0;
        int all = 0;
        for (Kind kind : Kind.values()) {
            for (int variant = 0; variant < 4; variant++) {
                for (long seed = firstSeed; seed < firstSeed + SEEDS; seed++) {
                    List<VersionedTransaction> transactions =
                            transactions(kind, seed, (variant & 1) != 0, (variant & 2) != 0);
                    IsolationResult offline = IsolationChecker.check(history(transactions));
                    OnlineIsolationResult online =
                            online(transactions, new Limits(1_000_000, 1_000_000, keptNs, EVER), step);
                    String context = kind + " variant " + variant + " seed " + seed + ": " + offline.text()
                            + " and while it went on: " + online.isolation().text() + "; "
                            + online.coverage().text();
                    compare(context, offline, online);
                    all++;
                    whole += isWhole(online) ? 1 : 0;
                    seen.addAll(online.isolation().counts().keySet());
                }
            }
        }
        // The others are those in which something older was read than what is kept.
        assertThat(whole).isGreaterThan(all * 3 / 4);
        assertThat(seen)
                .contains(
                        Anomaly.ABORTED_READ,
                        Anomaly.INTERMEDIATE_READ,
                        Anomaly.CIRCULAR_INFORMATION_FLOW,
                        Anomaly.INTERNAL,
                        Anomaly.LOST_UPDATE,
                        Anomaly.READ_SKEW,
                        Anomaly.NON_ADJACENT,
                        Anomaly.WRITE_SKEW,
                        Anomaly.STALE_READ);
    }

    private static void compare(String context, IsolationResult offline, OnlineIsolationResult online) {
        IsolationResult found = online.isolation();
        if (isWhole(online)) {
            assertThat(found.ruledOut()).as(context).isEqualTo(offline.ruledOut());
            assertThat(found.complete()).as(context).isEqualTo(offline.complete() && isOrdered(online));
        } else {
            assertThat(offline.ruledOut()).as(context).containsAll(found.ruledOut());
            assertThat(found.complete()).as(context).isFalse();
        }
    }

    private static boolean isWhole(OnlineIsolationResult online) {
        return online.coverage().judged() == online.coverage().reads();
    }

    private static boolean isOrdered(OnlineIsolationResult online) {
        return online.coverage().ordered() == online.coverage().writes();
    }

    private static OnlineIsolationResult online(List<VersionedTransaction> transactions, Limits limits, int step)
            throws InvalidHistoryException {
        OnlineIsolationCheck check = new OnlineIsolationCheck(limits);
        for (int at = 0; at < transactions.size(); at++) {
            check.add(transactions.get(at));
            if (at % step == step - 1) {
                check.settle(watermark(transactions.subList(at + 1, transactions.size())));
            }
        }
        check.settle(Long.MAX_VALUE);
        return check.result();
    }

    private static long watermark(List<VersionedTransaction> open) {
        return open.stream().mapToLong(VersionedTransaction::beginNs).min().orElse(Long.MAX_VALUE);
    }

    private static List<VersionedTransaction> transactions(Kind kind, long seed, boolean blind, boolean unknown)
            throws InvalidHistoryException {
        History history = new SimulatedStore(kind, Model.REGISTER, seed, 5).run(TRANSACTIONS, 6, false);
        Random random = new Random(seed);
        List<VersionedTransaction> transactions = new ArrayList<>();
        for (int transaction = 0; transaction < history.size(); transaction++) {
            List<Long> operations = new ArrayList<>();
            for (int at = history.firstOperation(transaction); at < history.lastOperation(transaction); at++) {
                long key = history.keyNumber(history.key(at));
                if (history.isWrite(at)) {
                    operations.add(key);
                    operations.add(write(version(key, history.value(history.written(at)))));
                } else if (!blind || random.nextInt(4) > 0) {
                    operations.add(key);
                    operations.add(read(
                            history.readLength(at) == 0 ? INITIAL : version(key, history.value(history.read(at, 0)))));
                }
            }
            boolean lostAnswer = unknown && random.nextInt(10) == 0;
            transactions.add(new VersionedTransaction(
                    history.session(transaction),
                    history.beginNs(transaction),
                    history.endNs(transaction),
                    lostAnswer ? Ending.UNKNOWN : history.ending(transaction),
                    operations.stream().mapToLong(Long::longValue).toArray()));
        }
        return transactions;
    }

    private static long version(long key, long value) {
        return value * 10 + key;
    }

    private static History history(List<VersionedTransaction> transactions) throws InvalidHistoryException {
        History.Builder builder = History.builder(Model.REGISTER);
        for (VersionedTransaction transaction : transactions) {
            builder.begin(transaction.session(), transaction.beginNs());
            for (int at = 0; at < transaction.operations(); at++) {
                long version = transaction.version(at);
                if (transaction.isWrite(at)) {
                    builder.write(transaction.key(at), version);
                } else if (version == INITIAL) {
                    builder.read(transaction.key(at));
                } else {
                    builder.read(transaction.key(at), version);
                }
            }
            builder.end(transaction.endNs(), transaction.ending());
        }
        return builder.build();
    }

    @Test
    void a_lost_update_is_named_in_the_step_in_which_its_second_transaction_is_settled() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(Limits.USUAL);
        check.add(committed(0, 10, 20, 7, read(INITIAL), 7, write(1)));
        check.settle(15);
        assertThat(check.result().isolation().counts()).isEmpty();
        check.add(committed(1, 15, 30, 7, read(INITIAL), 7, write(2)));
        check.settle(31);

        OnlineIsolationResult result = check.result();
        assertThat(result.isolation().counts()).isEqualTo(Map.of(Anomaly.LOST_UPDATE, 1L));
        assertThat(result.isolation().witnesses().getFirst().text())
                .isEqualTo("lost update\n  T0 (session 0) read the initial state of key 7 and replaced it; so did T1"
                        + " (session 1)\n  T1 (session 1) read the initial state of key 7 and replaced it; so did T0"
                        + " (session 0)");
        check.settle(40);
        assertThat(check.result()).as("told once").isEqualTo(result);
    }

    @Test
    void nothing_is_said_of_a_transaction_as_long_as_one_that_began_before_its_end_may_still_come() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(Limits.USUAL);
        check.add(committed(0, 10, 20, 7, read(5)));
        check.settle(12);
        assertThat(check.result().coverage().reads()).isZero();
        check.add(committed(1, 12, 30, 7, read(INITIAL), 7, write(5)));
        check.settle(31);

        assertThat(check.result().isolation().counts()).isEmpty();
        assertThat(check.result().isolation().holds(ConsistencyModel.STRICT_SERIALIZABLE))
                .isTrue();
    }

    @Test
    void a_version_that_nobody_wrote_is_told() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(Limits.USUAL);
        check.add(committed(0, 10, 20, 7, read(5)));
        check.settle(21);

        assertThat(check.result().isolation().counts()).isEqualTo(Map.of(Anomaly.UNWRITTEN_VALUE, 1L));
    }

    @Test
    void a_version_of_another_key_was_not_written_to_this_one() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(Limits.USUAL);
        check.add(committed(0, 10, 20, 6, read(INITIAL), 6, write(5)));
        check.add(committed(0, 30, 40, 7, read(5)));
        check.settle(41);

        assertThat(check.result().isolation().counts()).isEqualTo(Map.of(Anomaly.UNWRITTEN_VALUE, 1L));
    }

    @Test
    void a_read_of_what_was_replaced_before_all_that_is_kept_is_a_stale_read_and_no_more_is_said() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(new Limits(100, 100, 0, 0));
        check.add(committed(0, 10, 20, 7, read(INITIAL), 7, write(1)));
        check.add(committed(0, 30, 40, 7, read(1), 7, write(2)));
        check.settle(50);
        assertThat(check.size()).isZero();
        check.add(committed(1, 60, 70, 7, read(1)));
        check.settle(80);

        OnlineIsolationResult result = check.result();
        assertThat(result.isolation().counts()).isEqualTo(Map.of(Anomaly.STALE_READ, 1L));
        assertThat(result.isolation().complete()).isFalse();
        assertThat(result.coverage().text()).isEqualTo("judged: 66.6 % of 3 reads, order known of all 2 writes");
    }

    /** Covers an old omission: a failover lost updates that were older than what is kept, and a run passed as snapshot isolation. */
    @Test
    void a_version_that_was_replaced_before_all_that_is_kept_and_is_replaced_again_is_a_lost_update() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(new Limits(100, 100, 0, 0));
        check.add(committed(0, 10, 20, 7, read(INITIAL), 7, write(1)));
        check.add(committed(0, 30, 40, 7, read(1), 7, write(2)));
        check.settle(50);
        assertThat(check.size()).isZero();
        check.add(committed(1, 60, 70, 7, read(1), 7, write(3)));
        check.settle(80);

        IsolationResult found = check.result().isolation();
        assertThat(found.counts()).isEqualTo(Map.of(Anomaly.STALE_READ, 1L, Anomaly.LOST_UPDATE, 1L));
        assertThat(found.allows(ConsistencyModel.SNAPSHOT)).isFalse();
        assertThat(found.witnesses())
                .extracting(IsolationResult.Witness::text)
                .contains(
                        "lost update\n  T2 (session 1) read 1 of key 7 and replaced it; so had another transaction before"
                                + " it began");
    }

    @Test
    void what_was_sent_twice_may_come_twice_and_proves_nothing() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(Limits.USUAL);
        check.doubt(1);
        check.add(committed(0, 30, 40, 7, read(1), 7, write(2)));
        check.add(committed(1, 50, 60, 7, read(1), 7, write(3)));
        check.settle(70);

        assertThat(check.result().isolation().counts()).isEmpty();
        assertThat(check.result().coverage()).isEqualTo(new OnlineIsolationResult.Coverage(2, 0, 3, 0, 0));
    }

    @Test
    void what_was_lost_on_the_way_accuses_nobody() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(Limits.USUAL);
        check.lost(1);
        check.add(committed(0, 30, 40, 7, read(1), 7, write(2)));
        check.settle(70);

        assertThat(check.result().isolation().counts()).isEmpty();
        assertThat(check.result().isolation().complete()).isFalse();
        assertThat(check.result().coverage().text()).contains("; 1 transaction not judged");
    }

    @Test
    void what_is_kept_is_bounded_by_what_goes_on_at_once_not_by_how_long_it_goes_on() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(new Limits(1_000_000, 1_000, 1_000, EVER));
        Replay replay = new Replay(check, 40, 5_000);
        for (int step = 0; step < 300; step++) {
            replay.run(1_000);
            // Kept: 1,000 time units of at most one transaction each, those under way, and one step.
            assertThat(check.size()).isLessThan(1_000 + 2 * 40 + 1_000);
            assertThat(check.keys()).isLessThanOrEqualTo(1_002);
        }

        check.settle(Long.MAX_VALUE);
        OnlineIsolationResult result = check.result();
        assertThat(result.isolation().counts()).isEmpty();
        assertThat(result.isolation().committed()).isEqualTo(300_000);
        assertThat(result.coverage().lost()).isZero();
    }

    /** Steps are as far apart as what goes on at once, in time of the load: a real load has one every half a second. */
    @ParameterizedTest(name = "after {0} steps")
    @ValueSource(ints = {0, 1, 50})
    void a_lost_update_in_the_midst_of_a_load_is_named_by_the_next_step_and_once(int steps) throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(new Limits(1_000_000, 1_000, 1_000, EVER));
        Replay replay = new Replay(check, 40, 5_000);
        for (int step = 0; step < steps; step++) {
            replay.run(1_000);
        }
        assertThat(check.result().isolation().counts()).isEmpty();
        replay.loseUpdate();
        replay.run(40);
        assertThat(check.result().isolation().counts()).isEqualTo(Map.of(Anomaly.LOST_UPDATE, 1L));
        for (int step = 0; step < 5; step++) {
            replay.run(1_000);
        }

        assertThat(check.result().isolation().counts()).isEqualTo(Map.of(Anomaly.LOST_UPDATE, 1L));
    }

    @Test
    void what_cannot_be_judged_is_counted_and_nothing_is_said_to_hold() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(Limits.USUAL);
        check.add(committed(0, 10, 20, 7, read(INITIAL), 7, write(1)));
        check.notJudged(3, 1);
        check.settle(21);

        OnlineIsolationResult result = check.result();
        assertThat(result.coverage().text()).isEqualTo("judged: 25.0 % of 4 reads, order known of 50.0 % of 2 writes");
        assertThat(result.isolation().complete()).isFalse();
        assertThat(result.isolation().counts()).isEmpty();
    }

    @Test
    void transactions_of_many_operations_are_given_up_before_they_are_many() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(new Limits(100, 100_000, 0, EVER));
        long[] operations = new long[2 * 100];
        for (int at = 0; at < 100; at++) {
            operations[2 * at] = at;
            operations[2 * at + 1] = read(INITIAL);
        }
        for (int at = 0; at < 50; at++) {
            check.add(committed(at, 10, 20 + at, operations));
            assertThat(check.size()).isLessThanOrEqualTo(8);
        }
        check.settle(Long.MAX_VALUE);

        assertThat(check.result().isolation().counts()).isEmpty();
        assertThat(check.result().coverage().lost()).isPositive();
    }

    @Test
    void one_transaction_that_never_ends_makes_it_give_up_the_oldest_and_say_so() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(new Limits(2_000, 100_000, 0, EVER));
        Replay replay = new Replay(check, 40, 100);
        replay.hang();
        for (int step = 0; step < 50; step++) {
            replay.run(1_000);
            assertThat(check.size()).isLessThanOrEqualTo(2_000);
        }

        assertThat(check.result().isolation().counts()).isEmpty();
        assertThat(check.result().coverage().lost()).isPositive();
        assertThat(check.result().isolation().complete()).isFalse();
    }

    @Test
    void an_unknown_outcome_is_waited_for_and_then_given_up() throws Exception {
        OnlineIsolationCheck check = new OnlineIsolationCheck(new Limits(100, 100, 0, 100));
        check.add(new VersionedTransaction(0, 10, 20, Ending.UNKNOWN, 7, write(1)));
        check.add(committed(1, 30, 40, 8, read(INITIAL), 8, write(2)));
        check.settle(100);
        assertThat(check.size()).isEqualTo(2);
        check.settle(121);
        assertThat(check.size()).isZero();
        check.add(committed(2, 200, 210, 7, read(1)));
        check.settle(211);

        assertThat(check.result().isolation().counts()).isEmpty();
        assertThat(check.result().coverage().judged()).isEqualTo(1);
    }

    private static VersionedTransaction committed(int session, long beginNs, long endNs, long... operations) {
        return new VersionedTransaction(session, beginNs, endNs, Ending.COMMITTED, operations);
    }

    /** Replay of a serial store's history: sessions in turn read and replace keys drawn at random; one unit of time a transaction. */
    private static final class Replay {
        private final OnlineIsolationCheck check;
        private final int sessions;
        private final long[] newest;
        private final Random random = new Random(1);
        private long done;
        private long hangsSince = Long.MAX_VALUE;

        Replay(OnlineIsolationCheck check, int sessions, int keys) {
            this.check = check;
            this.sessions = sessions;
            this.newest = new long[keys];
        }

        void hang() {
            hangsSince = done;
        }

        /** Replaces one version twice, by two transactions at once. */
        void loseUpdate() {
            long lost = newest[3];
            replace(3);
            newest[3] = lost;
            replace(3);
        }

        private void replace(int key) {
            long version = done + 1;
            // Each begins when its session's last one ended, and takes effect at its end.
            check.add(committed(
                    (int) (done % sessions),
                    Math.max(0, done - sessions + 1),
                    done + 1,
                    key,
                    read(newest[key]),
                    key,
                    write(version)));
            newest[key] = version;
            done++;
        }

        void run(int transactions) throws InvalidHistoryException {
            for (int at = 0; at < transactions; at++) {
                replace(random.nextInt(newest.length));
            }
            check.settle(Math.min(hangsSince, Math.max(0, done - sessions + 1)));
        }
    }
}
