/** Schema of the nine tables of clause 1.3: their columns, and the statements that make them in each dialect. */
@NullMarked
package squall.tpcc.schema;

import org.jspecify.annotations.NullMarked;
