@NullMarked
package squall.tpcc.audit;

import org.jspecify.annotations.NullMarked;
