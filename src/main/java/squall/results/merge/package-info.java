/** Merge of several clients' runs against one database: histograms and counters are added, never percentiles. */
@NullMarked
package squall.results.merge;

import org.jspecify.annotations.NullMarked;
