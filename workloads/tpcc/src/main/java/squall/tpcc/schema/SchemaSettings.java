package squall.tpcc.schema;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the tables are to be made.
 *
 * @param warehouses in the whole database; decides where it is cut
 * @param placement how they are spread
 * @param foreignKeys whether they are added after the load
 * @param script a file of statements that makes tables, keys and indexes instead; nothing is added to what it makes
 */
public record SchemaSettings(int warehouses, WarehousePlacement placement, boolean foreignKeys, Optional<Path> script) {
    public SchemaSettings {
        int pieces = switch (placement) {
            case WarehousePlacement.ByServer unused -> 1;
            case WarehousePlacement.Pieces(int count) -> count;
            case WarehousePlacement.Partitions partitions -> partitions.count();
            case WarehousePlacement.Regions regions -> regions.names().size();
        };
        if (warehouses < pieces) {
            throw new IllegalArgumentException(
                    warehouses + " warehouses cannot be split into " + pieces + " parts: each needs at least one");
        }
        if (script.isPresent() && !(placement instanceof WarehousePlacement.ByServer)) {
            throw new IllegalArgumentException("your own script (" + script.get()
                    + ") already defines the placement of the tables: omit either the script or the placement");
        }
    }

    /** Everything as the server and the specification have it. */
    public static SchemaSettings of(int warehouses) {
        return new SchemaSettings(warehouses, new WarehousePlacement.ByServer(), true, Optional.empty());
    }
}
