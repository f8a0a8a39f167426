/** The workloads over CQL whose rows are series in time: a partition for each series, a row for each point. */
@NullMarked
package squall.apps.cql.timeseries;

import org.jspecify.annotations.NullMarked;
