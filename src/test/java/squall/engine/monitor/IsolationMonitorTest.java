package squall.engine.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.check.isolation.Anomaly;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History.Ending;
import squall.check.isolation.OnlineIsolationCheck;
import squall.check.isolation.OnlineIsolationResult;
import squall.check.isolation.VersionedTransaction;

@Timeout(300)
class IsolationMonitorTest {
    private static final int SESSIONS = 8;
    private static final int EACH = 5_000;

    /** A map under a lock is strictly serializable; sessions really run at once. */
    @Test
    void sessions_at_once_on_a_correct_store_show_no_anomaly_and_none_of_their_transactions_is_missing()
            throws Exception {
        long[] newest = new long[16];
        OnlineIsolationResult result = run((feed, session, n) -> {
            int key = (session * 31 + n) % newest.length;
            long version = (long) session * EACH + n + 1;
            feed.begin();
            synchronized (newest) {
                feed.read(key, newest[key]);
                newest[key] = version;
            }
            feed.write(key, version);
            feed.end(Ending.COMMITTED);
        });

        assertThat(result.isolation().counts()).isEmpty();
        assertThat(result.isolation().committed()).isEqualTo(SESSIONS * EACH);
        assertThat(result.isolation().holds(ConsistencyModel.STRICT_SERIALIZABLE))
                .isTrue();
    }

    @Test
    void a_lost_update_is_told_while_the_sessions_go_on() throws Exception {
        AtomicReference<Map<Anomaly, Long>> told = new AtomicReference<>(Map.of());
        CountDownLatch heard = new CountDownLatch(1);
        try (IsolationMonitor monitor = monitor(result -> {
            if (!result.isolation().counts().isEmpty()) {
                told.set(result.isolation().counts());
                heard.countDown();
            }
        })) {
            IsolationMonitor.SessionFeed one = monitor.session(0);
            IsolationMonitor.SessionFeed other = monitor.session(1);
            one.begin();
            other.begin();
            update(one, 1);
            update(other, 2);
            one.begin(); // the load goes on: what has ended before this is settled
            assertThat(heard.await(120, TimeUnit.SECONDS)).isTrue();
            assertThat(told.get()).isEqualTo(Map.of(Anomaly.LOST_UPDATE, 1L));
        }
    }

    private static void update(IsolationMonitor.SessionFeed feed, long version) {
        feed.read(7, VersionedTransaction.INITIAL);
        feed.write(7, version);
        feed.end(Ending.COMMITTED);
    }

    @Test
    void a_transaction_for_which_there_is_no_room_is_counted_and_accuses_nobody() throws Exception {
        try (IsolationMonitor monitor = monitor(result -> {})) {
            IsolationMonitor.SessionFeed feed = monitor.session(0);
            feed.begin();
            // More operations than the ring has room for.
            for (int key = 0; key < 1 << 16; key++) {
                feed.write(key, key + 1L);
            }
            feed.end(Ending.COMMITTED);
            feed.begin();
            feed.read(3, 4);
            feed.end(Ending.COMMITTED);

            OnlineIsolationResult result = monitor.finish().orElseThrow();
            assertThat(result.isolation().counts()).isEmpty();
            assertThat(result.coverage()).isEqualTo(new OnlineIsolationResult.Coverage(1, 0, 0, 0, 1));
        }
    }

    @Test
    void a_transaction_that_never_ended_is_counted() throws Exception {
        try (IsolationMonitor monitor = monitor(result -> {})) {
            monitor.session(0).begin();

            assertThat(monitor.finish().orElseThrow().coverage().lost()).isEqualTo(1);
        }
    }

    @Test
    void a_write_that_may_come_twice_is_passed_on_as_such() throws Exception {
        try (IsolationMonitor monitor = monitor(result -> {})) {
            IsolationMonitor.SessionFeed feed = monitor.session(0);
            feed.begin();
            feed.read(7, VersionedTransaction.INITIAL);
            feed.write(7, 1);
            feed.doubt();
            feed.end(Ending.COMMITTED);
            feed.begin();
            feed.read(7, 1);
            feed.end(Ending.COMMITTED);

            OnlineIsolationResult result = monitor.finish().orElseThrow();
            assertThat(result.isolation().counts()).isEmpty();
            assertThat(result.coverage()).isEqualTo(new OnlineIsolationResult.Coverage(1, 0, 1, 0, 0));
        }
    }

    @Test
    void what_cannot_be_judged_is_counted_where_it_was_committed_and_once() throws Exception {
        try (IsolationMonitor monitor = monitor(result -> {})) {
            IsolationMonitor.SessionFeed feed = monitor.session(0);
            for (Ending ending : List.of(Ending.COMMITTED, Ending.ABORTED, Ending.UNKNOWN, Ending.COMMITTED)) {
                feed.begin();
                feed.notJudged(100, 100);
                feed.restart();
                feed.notJudged(3, 1);
                feed.notJudged(1, 0);
                feed.end(ending);
            }
            feed.begin();
            feed.end(Ending.COMMITTED);

            assertThat(monitor.finish().orElseThrow().coverage())
                    .isEqualTo(new OnlineIsolationResult.Coverage(8, 0, 2, 0, 0));
        }
    }

    @Test
    void versions_that_cannot_be_true_end_the_check_with_a_reason() throws Exception {
        try (IsolationMonitor monitor = monitor(result -> {})) {
            IsolationMonitor.SessionFeed feed = monitor.session(0);
            for (int twice = 0; twice < 2; twice++) {
                feed.begin();
                feed.write(7, 1);
                feed.end(Ending.COMMITTED);
            }

            assertThat(monitor.finish()).isEmpty();
            assertThat(monitor.failure()).contains("value 1 is written to key 7 twice");
        }
    }

    private interface Operation {
        void perform(IsolationMonitor.SessionFeed feed, int session, int n);
    }

    private static OnlineIsolationResult run(Operation operation) throws Exception {
        try (IsolationMonitor monitor = monitor(result -> {})) {
            List<Thread> threads = new ArrayList<>();
            for (int session = 0; session < SESSIONS; session++) {
                int number = session;
                IsolationMonitor.SessionFeed feed = monitor.session(number);
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int n = 0; n < EACH; n++) {
                        operation.perform(feed, number, n);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            return monitor.finish().orElseThrow();
        }
    }

    private static IsolationMonitor monitor(Consumer<OnlineIsolationResult> listener) {
        return new IsolationMonitor(new OnlineIsolationCheck(OnlineIsolationCheck.Limits.USUAL), listener);
    }
}
