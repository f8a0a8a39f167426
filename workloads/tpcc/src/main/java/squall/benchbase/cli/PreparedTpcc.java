package squall.benchbase.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import squall.benchbase.config.WorkPhase;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Load;
import squall.spi.PreparedWorkload;
import squall.spi.ThinkTimeModel;
import squall.spi.WrongDataException;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.system.CommandException;
import squall.tpcc.check.ConsistencyCheck;
import squall.tpcc.check.ConsistencyCheck.CheckTime;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadSeed;
import squall.tpcc.loading.LoadedData;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings.TpccEvidence;
import squall.tpcc.terminal.TerminalUsers;

/** Workload of TPC-C on one database, with the mix and the terminals of the first work of its file. */
record PreparedTpcc(BenchbaseConnection connection, TerminalSettings terminalSettings, long seed)
        implements PreparedWorkload {
    /** Listener that passes on the loader's messages, but not its progress. */
    private record LoadMessages(Consumer<String> say) implements LoadListener {
        @Override
        public void said(String line) {
            say.accept(line);
        }

        @Override
        public void advanced(LoadListener.LoadProgress progress) {
            // How fast it loads is of no interest before a run that is about something else.
        }
    }

    @Override
    public void fill(Consumer<String> say) throws IOException, InterruptedException {
        try {
            SqlDatabase database = connection.connect();
            TpccTableSetup tables = new TpccTableSetup(terminalSettings.config(), terminalSettings.scale(), database);
            tables.createMissing();
            Optional<LoadedData> begun = LoadedData.read(database);
            boolean whole = begun.isPresent() ? begun.get().completed() : filledByAnother(database);
            if (!whole) {
                tables.load(LoadSeed.unlessBegun(seed), new LoadMessages(say));
                requireGood(database);
            }
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    @Override
    public Load load() throws IOException, InterruptedException {
        try {
            return new TpccLoad(
                    connection.connect(),
                    terminalSettings.load(work(), seed, TpccEvidence.of(terminalSettings.scale())));
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    @Override
    public int sessions() {
        return terminalSettings.sessions(work());
    }

    @Override
    public Optional<ThinkTimeModel> thinking() {
        return terminalSettings
                .waits()
                .map(waits -> new TerminalUsers(
                        terminalSettings.homes(work()).seed(seed), terminalSettings.mix(work()), waits));
    }

    private WorkPhase work() {
        return terminalSettings.config().phases().getFirst();
    }

    /** Returns whether another tool has filled the tables; it leaves no record, so the set-up of the load checks whether its rows fit. */
    private static boolean filledByAnother(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer(
                "looking for warehouses", connection -> PlainSql.any(connection, "SELECT w_id FROM warehouse LIMIT 1"));
    }

    private void requireGood(SqlDatabase database) throws IOException, InterruptedException {
        for (CheckResult check :
                ConsistencyCheck.BY_DEFAULT.run(database, terminalSettings.scale(), CheckTime.AFTER_LOAD)) {
            if (check.verdict() == Verdict.FAILED) {
                throw new WrongDataException(check);
            }
        }
    }
}
