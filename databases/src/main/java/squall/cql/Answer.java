package squall.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import org.jspecify.annotations.Nullable;

/** What the database answered to one statement; its further pages are fetched as they are asked for. One thread. */
public final class Answer {
    private final Exchange exchange;
    private AsyncResultSet page;

    Answer(Exchange exchange, AsyncResultSet first) {
        this.exchange = exchange;
        this.page = first;
    }

    /** The next row, or null after the last. */
    public @Nullable Row next() throws InterruptedException {
        Row row = page.one();
        while (row == null && page.hasMorePages()) {
            page = exchange.answered(page.fetchNextPage());
            row = page.one();
        }
        return row;
    }

    /** Of a lightweight transaction: whether its condition held. True for every other statement. */
    public boolean applied() {
        return page.wasApplied();
    }
}
