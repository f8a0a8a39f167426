package squall.testbed.postgres;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import squall.spi.Options;
import squall.testbed.host.DiskShape;
import squall.testbed.host.NodeSize;

/**
 * Layout of an embedded server and what it waits for at a commit.
 *
 * @param dataFolders folders that tables can be spread over; 1: none but the server's own; 0: as it was made
 * @param disk of the server's own; empty: as it was made
 * @param durability settings by PostgreSQL's names that differ from {@code on}, kept over restarts; those that are missing stay as they are
 * @param size of the server; empty: as before
 * @param checksums whether each page of a new server has a checksum; empty: as it was made, with checksums if it is new
 */
public record PostgresShape(
        int dataFolders,
        Optional<DiskShape> disk,
        Map<String, String> durability,
        Optional<NodeSize> size,
        Optional<Boolean> checksums) {
    /** Name of the option for the number of tablespaces. */
    static final String DATA_DIRS = "data-dirs";

    /** Name of the option for the checksums of pages. */
    static final String CHECKSUMS = "checksums";

    private static final int UNCHANGED = 0;

    /** Values of the options that are settings of the server, by the option. */
    private static final Map<String, List<String>> DURABILITY = Map.of(
            "fsync", List.of("on", "off"),
            "synchronous-commit", List.of("on", "off", "local", "remote_write", "remote_apply"));

    /** The options of an embedded server. */
    public static final List<String> OPTIONS = Stream.concat(
                    Stream.of("name", DATA_DIRS, DiskShape.OPTION, CHECKSUMS, "fsync", "synchronous-commit"),
                    NodeSize.OPTIONS.stream())
            .toList();

    public PostgresShape {
        durability = Map.copyOf(durability);
    }

    /** Asks for that many folders for data. */
    static PostgresShape spread(int dataFolders) {
        return new PostgresShape(dataFolders, Optional.empty(), Map.of(), Optional.empty(), Optional.empty());
    }

    /** Leaves everything as it was made. */
    static PostgresShape unchanged() {
        return spread(UNCHANGED);
    }

    /** Reads the options. @throws IllegalArgumentException if one is unknown or has no such value */
    public static PostgresShape of(Options options) {
        options.allowOnly(OPTIONS);
        SequencedMap<String, String> durability = new LinkedHashMap<>();
        DURABILITY.forEach((option, values) -> {
            String found = options.text(option, "");
            if (!found.isEmpty() && !values.contains(found)) {
                throw new IllegalArgumentException("postgres: option '" + option + "' must be one of "
                        + String.join(", ", values) + ", not '" + found + "'");
            }
            if (!found.isEmpty()) {
                durability.put(option.replace('-', '_'), found);
            }
        });
        return new PostgresShape(
                options.all().containsKey(DATA_DIRS)
                        ? options.number(DATA_DIRS, 1, 1, PostgresInstance.MOST_DATA_FOLDERS)
                        : UNCHANGED,
                DiskShape.of(options),
                durability,
                NodeSize.of(options),
                checksums(options));
    }

    private static Optional<Boolean> checksums(Options options) {
        return switch (options.text(CHECKSUMS, "")) {
            case "" -> Optional.empty();
            case "on" -> Optional.of(true);
            case "off" -> Optional.of(false);
            default ->
                throw new IllegalArgumentException("postgres: option '" + CHECKSUMS + "' must be on or off, not '"
                        + options.text(CHECKSUMS, "") + "'");
        };
    }

    /** Returns the settings that are kept, by PostgreSQL's names. */
    static List<String> kept() {
        return DURABILITY.keySet().stream()
                .map(option -> option.replace('-', '_'))
                .sorted()
                .toList();
    }

    /** Returns whether a server has the durability that is asked for; what its note does not name is as usual, on. */
    boolean asDurableAs(PostgresInstance.Note note) {
        return durability.entrySet().stream()
                .allMatch(asked -> asked.getValue().equals(note.durability().getOrDefault(asked.getKey(), "on")));
    }

    /** @throws IllegalArgumentException if the server was made with another number of folders, another disk, or other checksums */
    void requireFits(PostgresInstance instance, PostgresInstance.Note note) {
        Optional<DiskShape> there = note.disk();
        int made = Math.max(1, instance.dataFolders().size());
        if (dataFolders != UNCHANGED && dataFolders != made) {
            throw differs(instance, DATA_DIRS, Integer.toString(made), Integer.toString(dataFolders));
        }
        if (disk.isPresent() && !disk.equals(there)) {
            throw differs(
                    instance,
                    DiskShape.OPTION,
                    there.map(DiskShape::text).orElse("shared"),
                    disk.get().text());
        }
        if (checksums.isPresent() && checksums.get() != note.checksums()) {
            throw differs(instance, CHECKSUMS, onOff(note.checksums()), onOff(checksums.get()));
        }
    }

    static String onOff(boolean on) {
        return on ? "on" : "off";
    }

    private static IllegalArgumentException differs(
            PostgresInstance instance, String option, String made, String asked) {
        return new IllegalArgumentException(instance.folder() + " was made with " + option + "=" + made + ", not "
                + asked + ": omit " + option + ", choose another --name, or remove it with 'testbed reset postgres'");
    }
}
