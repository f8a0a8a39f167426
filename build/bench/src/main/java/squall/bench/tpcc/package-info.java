/** Programs for comparing TPC-C loads: its population as files for other loaders, and Squall's own load without a front end. */
@NullMarked
package squall.bench.tpcc;

import org.jspecify.annotations.NullMarked;
