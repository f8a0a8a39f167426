package squall.benchbase.config;

import java.util.Optional;
import squall.cli.CommandException;
import squall.tpcc.schema.Placement;

/**
 * How {@code <squall>} wants the tables.
 *
 * @param ddl whose statements make them
 * @param foreignKeys whether they refer to each other, as the specification has it
 * @param placement how they are spread; empty: as the server does by itself
 */
public record Layout(Ddl ddl, boolean foreignKeys, Optional<Placement> placement) {
    /** Whose statements make the tables. */
    public enum Ddl {
        /** Those of the file's {@code <ddlpath>}, or Squall's where it has none. */
        FILE,
        /** Squall's; the file's {@code <ddlpath>} is BenchBase's alone. */
        SQUALL
    }

    static final Layout BY_DEFAULT = new Layout(Ddl.FILE, true, Optional.empty());

    static Layout of(Section section) throws CommandException {
        return new Layout(section.choice("ddl", Ddl.FILE), section.flag("foreignkeys", true), Placements.of(section));
    }
}
