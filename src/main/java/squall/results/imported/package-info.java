/** Import of other programs' results as run directories of Squall: the data that they recorded, and nothing else. */
@NullMarked
package squall.results.imported;

import org.jspecify.annotations.NullMarked;
