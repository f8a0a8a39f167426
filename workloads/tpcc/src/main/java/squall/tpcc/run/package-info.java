/** TPC-C as a load of the engine: sessions execute the transactions of the terminals that are due, and record them for the checks. */
@NullMarked
package squall.tpcc.run;

import org.jspecify.annotations.NullMarked;
