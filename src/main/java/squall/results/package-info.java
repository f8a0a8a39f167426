/** The run directory: everything a run leaves behind, written each second and readable after a kill. */
@NullMarked
package squall.results;

import org.jspecify.annotations.NullMarked;
