package squall.ycsb.store;

import squall.system.CommandException;
import squall.system.PasswordPrompt;

/** Where the properties of one of Squall's own bindings point to. */
public interface BindingTarget {
    /** Whether a database of Squall's own is used because no address was given. */
    boolean embedded();

    /**
     * Connects. The caller closes what it gets.
     *
     * @param prompt for the password, where one is needed and none given
     * @throws CommandException if a database does not answer, or its address cannot be read
     */
    Shards connect(YcsbSchema schema, PasswordPrompt prompt) throws CommandException, InterruptedException;

    /** As above, where no user can be asked. */
    default Shards connect(YcsbSchema schema) throws CommandException, InterruptedException {
        return connect(schema, PasswordPrompt.refused());
    }
}
