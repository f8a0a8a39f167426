/** CQL workloads of time series: a partition for each series, a row for each point. */
@NullMarked
package squall.apps.cql.timeseries;

import org.jspecify.annotations.NullMarked;
