/** What other programs left of their runs, as run directories of Squall: what they recorded, and nothing else. */
@NullMarked
package squall.results.imported;

import org.jspecify.annotations.NullMarked;
