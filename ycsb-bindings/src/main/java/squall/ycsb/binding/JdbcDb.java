package squall.ycsb.binding;

import java.util.function.Consumer;
import squall.system.CommandException;
import squall.ycsb.YcsbProperties;
import squall.ycsb.jdbc.JdbcTarget;
import squall.ycsb.store.BindingTarget;

/** The jdbc binding under YCSB's public interface. */
public final class JdbcDb extends StoreDb {
    @Override
    BindingTarget target(YcsbProperties properties, ClassLoader classes, Consumer<String> say)
            throws CommandException, InterruptedException {
        return JdbcTarget.of(properties, classes, say::accept);
    }
}
