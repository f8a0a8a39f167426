package squall.isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.database.Database;
import squall.database.DatabaseLoad;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.sql.SqlDatabase;
import squall.sql.metrics.MonitoredSqlDatabase;

/** Load over SQL whose own transactions can be judged while it runs. */
public abstract class JudgedSqlLoad implements DatabaseLoad {
    private final SqlDatabase sql;
    private final Optional<LoadIsolation> isolation;
    private volatile DatabaseInfo server = DatabaseInfo.NONE;

    /** @param isolation check of its transactions; empty: they are not judged */
    protected JudgedSqlLoad(SqlDatabase sql, Optional<LoadIsolation> isolation) {
        this.sql = sql;
        this.isolation = isolation;
    }

    protected final SqlDatabase sql() {
        return sql;
    }

    protected final Optional<LoadIsolation> isolation() {
        return isolation;
    }

    /** {@inheritDoc} Reads the database's description of itself. */
    @Override
    public void setUp() throws IOException, InterruptedException {
        server = sql.describe();
    }

    @Override
    public final DatabaseInfo database() {
        return server;
    }

    @Override
    public final void keepIn(Path directory) {
        isolation.ifPresent(checked -> checked.begin(
                directory, new LoadIsolation.Guarantee("", LoadIsolation.claimed(server, sql.dialect()), "")));
    }

    @Override
    public final void reportTo(EventSink sink) {
        isolation.ifPresent(checked -> checked.reportTo(sink));
    }

    @Override
    public final Database tested() {
        return new MonitoredSqlDatabase(sql);
    }

    @Override
    public final List<CheckResult> seen() {
        return isolation.map(LoadIsolation::seen).orElse(List.of());
    }

    @Override
    public final void close() {
        // The connections are the sessions', which are closed by now.
        isolation.ifPresent(LoadIsolation::close);
    }
}
