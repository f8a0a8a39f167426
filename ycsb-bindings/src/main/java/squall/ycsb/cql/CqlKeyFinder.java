package squall.ycsb.cql;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import squall.cql.CqlDatabase;
import squall.cql.CqlHandle;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.ycsb.store.KeyFinder;

/** Looks for keys behind CQL, many at once. One thread. */
final class CqlKeyFinder implements KeyFinder {
    private final CqlHandle handle;
    private final String query;

    CqlKeyFinder(CqlDatabase database, CqlText text, int session) {
        this.handle = database.handle(session);
        this.query = text.present();
    }

    @Override
    public Set<String> present(List<String> keys, Turn turn) throws IOException, InterruptedException {
        Set<String> present = new HashSet<>();
        Outcome outcome = handle.unit(Effect.READ, turn, exchange -> {
            present.clear();
            var prepared = exchange.prepared(query);
            var answers = exchange.executeAll(keys.stream().map(prepared::bind).toList());
            for (int place = 0; place < keys.size(); place++) {
                if (answers.get(place).next() != null) {
                    present.add(keys.get(place));
                }
            }
            return Outcome.OK;
        });
        return switch (outcome) {
            case Outcome.Ok ok -> present;
            case Outcome.Refused refused -> throw new IOException("looking for keys: " + refused.message());
            case Outcome.Unknown unknown -> throw new IOException("looking for keys: " + unknown.message());
        };
    }

    @Override
    public void close() {
        handle.close();
    }
}
