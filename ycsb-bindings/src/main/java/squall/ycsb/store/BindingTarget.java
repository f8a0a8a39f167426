package squall.ycsb.store;

import squall.cli.CommandException;

/** Where the properties of one of Squall's own bindings point to. */
public interface BindingTarget {
    /** Whether a database of Squall's own stands in because no address was given. */
    boolean embedded();

    /**
     * Connects. The caller closes what it gets.
     *
     * @throws CommandException if a database does not answer, or its address cannot be read
     */
    Shards connect(Schema schema) throws CommandException, InterruptedException;
}
