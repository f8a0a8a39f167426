package squall.benchbase.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.CommandException;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;

/**
 * Layout of the tables, by {@code <squall>}.
 *
 * @param ddl origin of the statements that create them
 * @param foreignKeys whether they reference each other, as the specification requires
 * @param placement of their rows on the nodes; empty: the server's own
 */
public record TableLayout(Ddl ddl, boolean foreignKeys, Optional<WarehousePlacement> placement) {
    private static final String PIECES = "pieces";
    private static final String PARTITIONS = "partitions";
    private static final String ZONES = "zones";
    private static final String REGIONS = "regions";

    /** Origin of the statements that create the tables. */
    public enum Ddl {
        /** The file's {@code <ddlpath>}, or Squall's statements if there is none. */
        FILE,
        /** Squall's statements; the file's {@code <ddlpath>} is for BenchBase alone. */
        SQUALL
    }

    static final TableLayout BY_DEFAULT = new TableLayout(Ddl.FILE, true, Optional.empty());

    static TableLayout of(XmlElement section) throws CommandException {
        return new TableLayout(section.choice("ddl", Ddl.FILE), section.flag("foreignkeys", true), placement(section));
    }

    /** Reads the placement: one of {@code <pieces>}, {@code <partitions>} (with {@code <zones>}) and {@code <regions>}, or none. */
    private static Optional<WarehousePlacement> placement(XmlElement section) throws CommandException {
        List<XmlElement> ways = Stream.of(PIECES, PARTITIONS, REGIONS)
                .flatMap(name -> section.all(name).stream())
                .toList();
        if (ways.size() > 1) {
            throw ways.get(1).wrong("and <" + ways.get(0).name() + "> contradict each other; keep one");
        }
        if (ways.isEmpty()) {
            refuseZonesAlone(section);
            return Optional.empty();
        }
        XmlElement way = ways.getFirst();
        try {
            return Optional.of(placement(way, section));
        } catch (IllegalArgumentException e) {
            throw way.wrong("cannot be: " + e.getMessage());
        }
    }

    private static WarehousePlacement placement(XmlElement way, XmlElement section) throws CommandException {
        return switch (way.name()) {
            case PIECES -> new WarehousePlacement.Pieces(way.whole(1));
            case PARTITIONS -> new WarehousePlacement.Partitions(way.whole(1), names(section.text(ZONES, "")));
            default -> new WarehousePlacement.Regions(names(way.text()));
        };
    }

    private static void refuseZonesAlone(XmlElement section) throws CommandException {
        if (section.find(ZONES).isPresent()) {
            throw section.need(ZONES).wrong("needs <partitions>, one for each zone");
        }
    }

    private static List<String> names(String text) {
        return text.isEmpty()
                ? List.of()
                : Stream.of(text.split(",", -1)).map(String::strip).toList();
    }
}
