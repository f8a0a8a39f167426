package squall.bench.tpcc;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import squall.sql.Dialects;
import squall.tpcc.loading.CopyText;
import squall.tpcc.population.Population;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.schema.TpccTable;

/** Generator of the files with which psql loads the same rows: {@code TABLE.txt}, and before.sql, copy.sql and after.sql. */
public final class PopulationFiles {
    private static final int BUFFER = 1 << 20;

    private final Path folder;
    private final int warehouses;
    private final Population population;

    private PopulationFiles(Path folder, int warehouses, long seed) {
        this.folder = folder;
        this.warehouses = warehouses;
        this.population = new Population(seed, LocalDateTime.of(2026, 1, 1, 0, 0));
    }

    /** Arguments: folder, warehouses, seed. */
    public static void main(String[] arguments) throws IOException {
        new PopulationFiles(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]))
                .write();
    }

    private void write() throws IOException {
        Files.createDirectories(folder);
        TpccSchema schema = TpccSchema.of(Dialects.POSTGRES, SchemaSettings.of(warehouses));
        script("before.sql", schema.statements());
        script("after.sql", schema.statementsAfterData());
        List<String> copies = new ArrayList<>();
        for (TpccTable table : TpccTable.values()) {
            Path file = folder.resolve(table.sql() + ".txt");
            copies.add("\\copy " + table.sql() + " (" + table.columnList() + ") from '" + file.toAbsolutePath() + "'");
            rows(table, file);
        }
        Files.write(folder.resolve("copy.sql"), copies);
    }

    private void script(String name, List<String> statements) throws IOException {
        Files.write(
                folder.resolve(name),
                statements.stream().map(statement -> statement + ";").toList());
    }

    private void rows(TpccTable table, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
            if (table.perWarehouse()) {
                for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
                    rows(population.rows(table, warehouse), out);
                }
            } else {
                rows(population.rows(table, 0), out);
            }
        }
    }

    private static void rows(Population.TableRows rows, OutputStream out) throws IOException {
        CopyText text = new CopyText(BUFFER);
        while (rows.next(text)) {
            out.write(text.bytes(), 0, text.size());
            text.clear();
        }
    }
}
