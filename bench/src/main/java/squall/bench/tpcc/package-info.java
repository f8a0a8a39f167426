/** TPC-C's population as files for other loaders, and Squall's own load without a front end, to set them side by side. */
@NullMarked
package squall.bench.tpcc;

import org.jspecify.annotations.NullMarked;
