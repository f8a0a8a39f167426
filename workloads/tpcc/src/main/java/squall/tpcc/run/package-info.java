/** TPC-C as a load of the engine: sessions perform the transactions of whichever terminal is due, and keep the books. */
@NullMarked
package squall.tpcc.run;

import org.jspecify.annotations.NullMarked;
