package squall.ycsb.output;

import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;

/** How many operations a command is to do, as far as the properties tell: what a status line estimates the end from. */
final class PlannedOperations {
    private PlannedOperations() {}

    /** 0 where nothing is planned but a time. */
    static long of(YcsbProperties properties) {
        if (properties.get(ClientProperties.DO_TRANSACTIONS)) {
            return properties.get(ClientProperties.OPERATION_COUNT);
        }
        return properties
                .given(ClientProperties.INSERT_COUNT)
                .orElseGet(() ->
                        properties.get(ClientProperties.RECORD_COUNT) - properties.get(CoreProperties.INSERT_START));
    }
}
