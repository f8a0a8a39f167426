package squall.tpcc.schema;

import java.util.HashSet;
import java.util.List;

/** How a database is to spread the warehouses. Names of zones and regions are the server's own. */
public sealed interface WarehousePlacement {
    /** As the server does when told nothing. */
    record ByServer() implements WarehousePlacement {}

    /** Each table cut into this many pieces at first: ranges split at warehouses, or tablets. */
    record Pieces(int count) implements WarehousePlacement {
        public Pieces {
            atLeastTwo("pieces", count);
        }
    }

    /**
     * Consecutive warehouses in partitions of about equal size.
     *
     * @param count how many
     * @param zones where each is to be led, in order; empty: wherever the server likes
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

    /** One partition a region, of consecutive warehouses; all regions read the items locally. @param names of regions, the first is primary */
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
