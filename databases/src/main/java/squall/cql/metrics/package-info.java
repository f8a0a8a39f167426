/** Instruments that read the own figures of databases that speak CQL: virtual tables, management beans, folders. */
@NullMarked
package squall.cql.metrics;

import org.jspecify.annotations.NullMarked;
