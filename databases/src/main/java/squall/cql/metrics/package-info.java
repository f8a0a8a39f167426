/** Instruments that read the metrics of CQL databases: virtual tables, JMX beans, folders. */
@NullMarked
package squall.cql.metrics;

import org.jspecify.annotations.NullMarked;
