/** Instruments that read the own figures of databases that speak SQL: statistics views, processes, pages for Prometheus. */
@NullMarked
package squall.sql.metrics;

import org.jspecify.annotations.NullMarked;
