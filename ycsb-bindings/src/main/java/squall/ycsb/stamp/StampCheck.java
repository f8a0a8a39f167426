package squall.ycsb.stamp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.ycsb.store.Detached;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Store;
import squall.ycsb.store.Stores;

/** Compares the rows of a table with the ledger of what was acknowledged. One thread, once. */
final class StampCheck {
    private static final String NAME = "acknowledged writes";

    private final Stores stores;
    private final StampedText text;
    private final Ledger ledger;
    private final Rows found = new Rows();
    private final List<String> lost = new ArrayList<>();
    private final List<String> stale = new ArrayList<>();
    private final List<String> corrupt = new ArrayList<>();

    StampCheck(Stores stores, StampedText text, Ledger ledger) {
        this.stores = stores;
        this.text = text;
        this.ledger = ledger;
    }

    CheckResult run() throws InterruptedException {
        return DataCheck.of(NAME, "acknowledged rows", check -> {
            check.wrong(this::wrong);
            Turn turn = Detached.now();
            try (Store store = stores.open(0)) {
                for (String key : ledger.rows()) {
                    inspect(store, key, turn);
                    check.examined(1);
                }
            }
            if (!ledger.complete()) {
                check.undecided(written() + counted(stale, ", ", "values older than acknowledged")
                        + "; more was written than this check can remember");
            }
            return wrong().isEmpty() ? written() + ", all as acknowledged" : written();
        });
    }

    private void inspect(Store store, String key, Turn turn) throws IOException, InterruptedException {
        Outcome outcome = store.read(key, ledger.columns(), found, turn);
        if (!(outcome instanceof Outcome.Ok)) {
            throw new IOException("row " + key + " could not be read: " + outcome);
        }
        if (found.count() == 0) {
            lost.add(key);
            return;
        }
        for (int place = 0; place < ledger.columns().size(); place++) {
            judge(key, place);
        }
    }

    private void judge(String key, int place) {
        String column = ledger.columns().name(place);
        String value = found.value(0, place);
        Optional<Stamp> stamp = value == null ? Optional.empty() : text.stamp(key, column, value);
        if (stamp.isEmpty()) {
            corrupt.add(key + " " + column);
        } else if (ledger.stale(key, place, stamp.get())) {
            stale.add(key + " " + column);
        }
    }

    /** A stale value proves nothing if some writes that nobody knows the end of were not remembered. */
    private String wrong() {
        return Stream.of(
                        counted(lost, "", "rows lost"),
                        ledger.complete() ? counted(stale, "", "values older than acknowledged") : "",
                        counted(corrupt, "", "values corrupt"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private String written() {
        return ledger.rows().size() + " rows written";
    }

    private static String counted(List<String> cases, String before, String name) {
        return cases.isEmpty() ? "" : before + cases.size() + " " + name + " (the first: " + cases.get(0) + ")";
    }
}
