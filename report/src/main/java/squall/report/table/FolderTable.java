package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import squall.measure.server.ServerReadings;
import squall.spi.ServerMetric;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;

/**
 * Table of the content of each folder over which servers distribute their tables, by the last reading of a run:
 * {@code run | node | folder | mb | share | sstables}.
 */
final class FolderTable {
    private static final double MB = 1e6;

    private static final List<TableField<Folder>> FIELDS = List.of(
            TableField.words("run", folder -> folder.run()),
            TableField.words("node", folder -> folder.node()),
            TableField.words("folder", folder -> folder.name()),
            new TableField<>("used_mb", "MB", folder -> TableCell.rounded(folder.used() / MB, 2)),
            new TableField<>(
                    "of_node_pct",
                    "% of the node",
                    folder -> folder.ofNode() > 0
                            ? TableCell.rounded(100 * folder.used() / folder.ofNode(), 1)
                            : TableCell.notApplicable("the node holds no data")),
            new TableField<>("sstables", "files", folder -> TableCell.measured(folder.sstables())));

    /**
     * Folder of a node.
     *
     * @param used bytes
     * @param ofNode bytes in all folders of its node
     */
    record Folder(String run, String node, String name, double used, double ofNode, OptionalDouble sstables) {}

    private FolderTable() {}

    static Table of(List<NamedRun> runs) throws IOException {
        List<Folder> folders = new ArrayList<>();
        for (NamedRun run : runs) {
            folders.addAll(folders(run.label(), run.run().readings()));
        }
        if (folders.isEmpty()) {
            throw new IllegalArgumentException("disks: " + runs.getFirst().run().path()
                    + " says nothing of folders: wanted is " + ServerMetric.FOLDER_BYTES.label()
                    + " in server/metrics.csv, which is read of Cassandra nodes on this machine, of PostgreSQL with"
                    + " tablespaces, and of CockroachDB");
        }
        return table(folders);
    }

    static List<Folder> folders(String run, ServerReadings readings) {
        List<String> names = readings.nodes(ServerMetric.FOLDER_BYTES);
        return names.stream()
                .map(name -> new Folder(
                        run,
                        node(name),
                        name.substring(node(name).length()).strip(),
                        used(readings, name),
                        names.stream()
                                .filter(other -> node(other).equals(node(name)))
                                .mapToDouble(other -> used(readings, other))
                                .sum(),
                        last(readings, ServerMetric.FOLDER_SSTABLES, name)))
                .toList();
    }

    static Table table(List<Folder> folders) {
        return Table.of(
                PaperTable.DISKS.label(),
                "Bytes and SSTables per folder",
                List.of(
                        "All folders of a node lie on one disk here, unless they are mounts; the write-ahead log is in none of them.",
                        "A folder is a data directory of Cassandra, a store of CockroachDB, or a tablespace of PostgreSQL, which has no SSTables and whose own pg_default is not listed."),
                FIELDS,
                folders);
    }

    private static String node(String name) {
        return name.split(" ", 2)[0];
    }

    private static double used(ServerReadings readings, String name) {
        return last(readings, ServerMetric.FOLDER_BYTES, name).orElse(0);
    }

    private static OptionalDouble last(ServerReadings readings, ServerMetric metric, String name) {
        return readings.last(metric, name, 0, Double.MAX_VALUE);
    }
}
