package squall.ycsb.store;

import squall.system.CommandException;

/** Where the properties of one of Squall's own bindings point to. */
public interface BindingTarget {
    /** Whether a database of Squall's own is used because no address was given. */
    boolean embedded();

    /**
     * Connects. The caller closes what it gets.
     *
     * @throws CommandException if a database does not answer, or its address cannot be read
     */
    Shards connect(YcsbSchema schema) throws CommandException, InterruptedException;
}
