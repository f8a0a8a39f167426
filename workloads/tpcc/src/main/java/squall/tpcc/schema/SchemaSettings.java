package squall.tpcc.schema;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the tables.
 *
 * @param warehouses number of warehouses in the whole database; decides where it is cut
 * @param placement how the warehouses are spread
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

    /** Returns settings that leave everything to the server and the specification. */
    public static SchemaSettings of(int warehouses) {
        return new SchemaSettings(warehouses, new WarehousePlacement.ByServer(), true, Optional.empty());
    }

    /** Placement of the warehouses in a database. Names of zones and regions are the server's own. */
    public sealed interface WarehousePlacement {
        /** Placement that is left to the server. */
        record ByServer() implements WarehousePlacement {}

        /** Placement in this many pieces of each table at first: ranges split at warehouses, or tablets. */
        record Pieces(int count) implements WarehousePlacement {
            public Pieces {
                atLeastTwo("pieces", count);
            }
        }

        /**
         * Placement of consecutive warehouses in partitions of about equal size.
         *
         * @param count number of partitions
         * @param zones zone in which each is to be led, in order; empty: wherever the server decides
         */
        record Partitions(int count, List<String> zones) implements WarehousePlacement {
            public Partitions {
                atLeastTwo("partitions", count);
                zones = distinct("zone", zones);
                if (!zones.isEmpty() && zones.size() != count) {
                    throw new IllegalArgumentException(
                            count + " partitions need as many zones, or none: found " + zones.size() + " " + zones);
                }
            }
        }

        /**
         * Placement in one partition a region, of consecutive warehouses; all regions read the items locally.
         *
         * @param names names of the regions, the first is primary
         */
        record Regions(List<String> names) implements WarehousePlacement {
            public Regions {
                names = distinct("region", names);
                atLeastTwo("regions", names.size());
            }
        }

        private static void atLeastTwo(String what, int count) {
            if (count < 2) {
                throw new IllegalArgumentException("there must be at least two " + what + ", not " + count);
            }
        }

        private static List<String> distinct(String what, List<String> names) {
            for (String name : names) {
                if (!name.matches("[A-Za-z0-9_.-]+")) {
                    throw new IllegalArgumentException(what + " '" + name
                            + "' is not a valid name: use letters, digits, hyphens, dots and underscores");
                }
            }
            if (new HashSet<>(names).size() < names.size()) {
                throw new IllegalArgumentException("a " + what + " is named twice: " + names);
            }
            return List.copyOf(names);
        }
    }
}
