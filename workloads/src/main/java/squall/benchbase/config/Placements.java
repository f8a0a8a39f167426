package squall.benchbase.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.CommandException;
import squall.tpcc.schema.Placement;

/** Reads how tables are spread: one of {@code <pieces>}, {@code <partitions>} (with {@code <zones>}) and {@code <regions>}. */
final class Placements {
    private static final String PIECES = "pieces";
    private static final String PARTITIONS = "partitions";
    private static final String ZONES = "zones";
    private static final String REGIONS = "regions";

    private Placements() {}

    static Optional<Placement> of(Section section) throws CommandException {
        List<Element> ways = Stream.of(PIECES, PARTITIONS, REGIONS)
                .flatMap(name -> section.all(name).stream())
                .toList();
        if (ways.size() > 1) {
            throw ways.get(1).wrong("and <" + ways.get(0).name() + "> contradict each other; keep one");
        }
        if (ways.isEmpty()) {
            refuseZonesAlone(section);
            return Optional.empty();
        }
        Element way = ways.getFirst();
        try {
            return Optional.of(of(way, section));
        } catch (IllegalArgumentException e) {
            throw way.wrong("cannot be: " + e.getMessage());
        }
    }

    private static Placement of(Element way, Section section) throws CommandException {
        return switch (way.name()) {
            case PIECES -> new Placement.Pieces(Section.whole(way, 1));
            case PARTITIONS -> new Placement.Partitions(Section.whole(way, 1), names(section.text(ZONES, "")));
            default -> new Placement.Regions(names(way.text()));
        };
    }

    private static void refuseZonesAlone(Section section) throws CommandException {
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
