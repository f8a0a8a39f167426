package squall.ycsb.store;

import java.util.Map;
import squall.cli.StartMessages;
import squall.cli.TargetRegistry;
import squall.spi.Target;
import squall.system.CommandException;
import squall.system.PasswordPrompt;

/** Target that the properties of one of Squall's own bindings point to. */
public interface BindingTarget {
    /** Tells whether a database of Squall's own is used because no address was given. */
    boolean embedded();

    /**
     * Connects. The caller closes what it gets.
     *
     * @param prompt for the password, where one is needed and none given
     * @throws CommandException if a database does not answer, or its address cannot be read
     */
    Shards connect(YcsbSchema schema, PasswordPrompt prompt) throws CommandException, InterruptedException;

    /** Connects where no user can be asked. */
    default Shards connect(YcsbSchema schema) throws CommandException, InterruptedException {
        return connect(schema, PasswordPrompt.refused());
    }

    /**
     * Database of Squall's own that is used if no address was given.
     *
     * @param kind of the target provider
     * @param name for messages
     * @param property that lacks, with an example
     */
    record EmbeddedBinding(String kind, String name, String property, String example) {
        /**
         * Starts it if it does not run.
         *
         * @param options of a database that is created, and its name; empty: the usual one
         * @param say receives one line for each step that takes noticeable time
         * @throws CommandException if it cannot be started here, or this installation has none
         * @throws IllegalArgumentException if it has no such options
         */
        public Target up(Map<String, String> options, ClassLoader classes, StartMessages say)
                throws CommandException, InterruptedException {
            TargetRegistry targets = TargetRegistry.load(classes);
            Target target = targets.up(kind, options, "no " + property + ", and " + name, say)
                    .orElseThrow(() -> CommandException.usage(
                            property + " is missing, for example -p " + property + "=" + example));
            targets.announce("no " + property + ": using " + name + " at " + target.url(), kind, options, say);
            return target;
        }
    }
}
