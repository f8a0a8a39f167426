package squall.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.loadbalancing.LoadBalancingPolicy;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the policies of a session up to date with the locations of YugabyteDB's partitions, as their leaders move. Has its own thread. */
final class PartitionRefresh implements AutoCloseable {
    /** A leader moves seldom; until it is noticed, requests take a hop more and are right all the same. */
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(PartitionRefresh.class);

    private final CqlSession session;
    private final ScheduledThreadPoolExecutor timer;

    private PartitionRefresh(CqlSession session) {
        this.session = session;
        this.timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("squall-partitions").factory());
    }

    /** Begins with this map. */
    static PartitionRefresh start(CqlSession session, PartitionMap first) {
        PartitionRefresh watch = new PartitionRefresh(session);
        watch.tell(first);
        ScheduledFuture<?> unused = watch.timer.scheduleWithFixedDelay(
                watch::refresh, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    /** What the server tells now; empty where it is none of YugabyteDB's. */
    static PartitionMap read(CqlSession session) throws InterruptedException {
        try {
            return DriverAwait.on(ask(session));
        } catch (InvalidQueryException e) {
            return PartitionMap.EMPTY; // Cassandra: table partitions does not exist
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private void refresh() {
        CompletionStage<Void> unused = ask(session).handle((map, failure) -> {
            if (failure == null) {
                tell(map);
            } else {
                LOG.debug("the partitions cannot be read; the last known ones are kept", failure);
            }
            return null;
        });
    }

    private void tell(PartitionMap map) {
        for (LoadBalancingPolicy policy :
                session.getContext().getLoadBalancingPolicies().values()) {
            if (policy instanceof PartitionPolicy own) {
                own.follow(map);
            }
        }
    }

    private static CompletionStage<PartitionMap> ask(CqlSession session) {
        List<Row> rows = new ArrayList<>();
        return session.executeAsync(PartitionMap.QUERY)
                .thenCompose(page -> rest(page, rows::add))
                .thenApply(read -> PartitionMap.of(rows));
    }

    private static CompletionStage<Void> rest(AsyncResultSet page, Consumer<Row> rows) {
        page.currentPage().forEach(rows);
        return page.hasMorePages()
                ? page.fetchNextPage().thenCompose(next -> rest(next, rows))
                : CompletableFuture.completedFuture(null);
    }
}
