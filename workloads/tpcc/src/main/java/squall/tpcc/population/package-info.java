/** Initial content of the tables (4.3.3.1), row by row, and the random rules behind it (2.1.6, 4.3.2): pure, a function of a seed. */
@NullMarked
package squall.tpcc.population;

import org.jspecify.annotations.NullMarked;
