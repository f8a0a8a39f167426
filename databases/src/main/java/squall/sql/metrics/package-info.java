/** Instruments that read the metrics of SQL databases: statistics views, processes, Prometheus pages. */
@NullMarked
package squall.sql.metrics;

import org.jspecify.annotations.NullMarked;
