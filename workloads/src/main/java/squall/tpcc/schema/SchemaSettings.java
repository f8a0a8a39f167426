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
public record SchemaSettings(int warehouses, Placement placement, boolean foreignKeys, Optional<Path> script) {
    public SchemaSettings {
        int pieces =
                switch (placement) {
                    case Placement.ByServer unused -> 1;
                    case Placement.Pieces(int count) -> count;
                    case Placement.Partitions partitions -> partitions.count();
                    case Placement.Regions regions -> regions.names().size();
                };
        if (warehouses < pieces) {
            throw new IllegalArgumentException(
                    warehouses + " warehouses cannot be cut into " + pieces + " parts: each needs at least one");
        }
        if (script.isPresent() && !(placement instanceof Placement.ByServer)) {
            throw new IllegalArgumentException("a script of one's own (" + script.get()
                    + ") says by itself how tables are spread: leave either it or the placement out");
        }
    }

    /** Everything as the server and the specification have it. */
    public static SchemaSettings of(int warehouses) {
        return new SchemaSettings(warehouses, new Placement.ByServer(), true, Optional.empty());
    }
}
