/** Whether the data of TPC-C are whole: the consistency conditions of clause 3.3, and every acknowledged order looked up. */
@NullMarked
package squall.tpcc.check;

import org.jspecify.annotations.NullMarked;
