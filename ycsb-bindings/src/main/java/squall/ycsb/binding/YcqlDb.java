package squall.ycsb.binding;

import java.util.function.Consumer;
import squall.system.CommandException;
import squall.ycsb.YcsbProperties;
import squall.ycsb.cql.CqlTarget;
import squall.ycsb.store.BindingTarget;

/** The ycql binding under YCSB's public interface; each instance has a driver session of its own, and so threads of its own. */
public final class YcqlDb extends StoreDb {
    @Override
    BindingTarget target(YcsbProperties properties, ClassLoader classes, Consumer<String> say)
            throws CommandException, InterruptedException {
        return CqlTarget.of(properties, classes, say::accept);
    }
}
