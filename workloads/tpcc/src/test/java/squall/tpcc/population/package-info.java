@NullMarked
package squall.tpcc.population;

import org.jspecify.annotations.NullMarked;
