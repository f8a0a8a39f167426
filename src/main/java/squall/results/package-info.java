/** Run directory: all files of a run, written each second and readable after a kill. */
@NullMarked
package squall.results;

import org.jspecify.annotations.NullMarked;
