package squall.sysbench.kv.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import squall.isolation.LoadIsolation;
import squall.spi.PreparedWorkload;
import squall.sysbench.cli.SqlLogin;
import squall.sysbench.kv.KvLoad;
import squall.sysbench.kv.KvSettings;
import squall.sysbench.kv.KvTable;
import squall.sysbench.kv.cli.KvWorkload.KvOptions;
import squall.system.HumanNumbers;

/** The workload kv on a database, for {@code bin/kv} and for whatever else drives it. */
record PreparedKv(KvOptions options, SqlLogin login) implements PreparedWorkload {
    @Override
    public void fill(Consumer<String> say) throws IOException, InterruptedException {
        requireSupport();
        KvTable table = table();
        if (!table.exists()) {
            table.create(options.settings().keys(), options.splits(), options.scatter());
            if (options.insertCount() > 0) {
                table.fill(options.settings(), options.insertCount(), sessions(), say);
            }
            say.accept("table kv has " + HumanNumbers.counted(table.count(), "row"));
        }
    }

    /** @throws IllegalArgumentException if this database can have no such table, or its transactions cannot be judged */
    void requireSupport() throws IOException, InterruptedException {
        table().requireSupport(
                        options.settings().keys(),
                        options.splits(),
                        options.judged().isPresent());
    }

    @Override
    public KvLoad load() throws IOException, InterruptedException {
        return load(settings());
    }

    KvLoad load(KvSettings settings) throws IOException, InterruptedException {
        return new KvLoad(login.connect(), settings, options.judged().map(LoadIsolation::new));
    }

    /** Returns a load for a step of a search, which is not judged. */
    KvLoad step(KvSettings settings) throws IOException, InterruptedException {
        return new KvLoad(login.connect(), settings.withoutChecks(), Optional.empty());
    }

    /** Returns what the load does, going on where earlier runs ended. @throws IllegalArgumentException if the table is missing */
    KvSettings settings() throws IOException, InterruptedException {
        if (!table().exists()) {
            throw new IllegalArgumentException("there is no table kv: make it with bin/kv init, or add --init");
        }
        return options.counted() ? options.settings().from(table().count()) : options.settings();
    }

    KvTable table() throws IOException, InterruptedException {
        return new KvTable(login.connect());
    }

    /** Returns true unless its transactions are judged, which needs each write to be sent once. */
    @Override
    public boolean idempotent() {
        return options.judged().isEmpty();
    }

    @Override
    public int sessions() {
        return options.sessions();
    }
}
