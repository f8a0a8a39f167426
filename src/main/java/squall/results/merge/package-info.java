/** Several clients' runs against one database as one: histograms and counters added, never percentiles. */
@NullMarked
package squall.results.merge;

import org.jspecify.annotations.NullMarked;
