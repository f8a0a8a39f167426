/** Cassandra and YugabyteDB's YCQL over the CQL driver: shared sessions, outcomes, hidden attempts, partition-aware routing. */
@NullMarked
package squall.cql;

import org.jspecify.annotations.NullMarked;
