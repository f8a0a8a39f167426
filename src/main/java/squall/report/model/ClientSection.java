package squall.report.model;

import java.util.List;
import java.util.OptionalDouble;
import squall.results.ClientFigures;
import squall.table.CellTone;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** What each client of a merged run did, so that one that was slow or late is seen. */
final class ClientSection {
    private static final String NOTE =
            "Outside the warm-up. Each p99 is of that client's own histogram; those of all clients together stand with the windows.";

    private ClientSection() {}

    /** Empty for a run of one client. */
    static List<Table> tables(ReportData evidence) {
        List<ClientFigures> clients = ClientFigures.of(evidence.manifest());
        if (clients.isEmpty()) {
            return List.of();
        }
        return List.of(new Table(
                "clients",
                "Clients",
                NOTE,
                List.of(
                        Column.number("client", "client", 99),
                        Column.text("host", "host", 12),
                        Column.number("operations", "operations", 20),
                        Column.number("failed", "failed", 15),
                        Column.number("goodput_per_s", "ok/s", 30),
                        Column.number("p99_ms", "p99 ms", 25),
                        Column.number("lag_p99_ms", "lag p99 ms", 22),
                        Column.number("own_lag_p99_ms", "own lag p99 ms", 18),
                        Column.number("cpu_cores", "CPU cores", 21),
                        Column.number("gc_percent", "GC %", 10),
                        Column.number("start_ms", "began after ms", 16),
                        Column.text("clock_ms", "clock ms", 14),
                        Column.number("exit_code", "exit", 13),
                        Column.text("run_id", "run", 5)),
                clients.stream().map(ClientSection::row).toList()));
    }

    private static List<TableCell> row(ClientFigures client) {
        TableCell exit = TableCell.count(client.exitCode());
        return List.of(
                TableCell.count(client.client()),
                TableCell.words(client.host()),
                TableCell.count(client.operations()),
                TableCell.count(client.failed()),
                TableCell.measured(client.goodputPerS()),
                TableCell.measured(client.p99Ms()),
                TableCell.measured(client.lagP99Ms()),
                TableCell.measured(client.ownLagP99Ms()),
                TableCell.measured(client.cpuCores()),
                TableCell.rounded(100 * client.gcShare(), 2),
                TableCell.rounded(client.startMs(), 1),
                TableCell.words(clock(client.clockOffsetMs(), client.clockErrorMs())),
                client.exitCode() == 0 ? exit : exit.in(CellTone.BAD),
                TableCell.words(client.runId()));
    }

    /** How far the database's clock was ahead of the client's. */
    private static String clock(OptionalDouble offset, OptionalDouble error) {
        return offset.isEmpty() || error.isEmpty()
                ? "not compared"
                : "%+.1f ± %.1f".formatted(offset.getAsDouble(), error.getAsDouble());
    }
}
