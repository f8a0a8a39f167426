package squall.apps.cql;

import squall.apps.AppProfile;

/** Workload like {@link CassandraKeyValue}, with ten keys in each write. */
public final class CassandraBatchKeyValue extends CassandraKeyValue {
    @Override
    public AppProfile profile() {
        return profile("CassandraBatchKeyValue", "As CassandraKeyValue, with logged batches of ten keys.")
                .withTable("cassandrakeyvalue")
                .withBatch(10);
    }
}
