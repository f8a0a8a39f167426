/** Files of a run directory, one type each: their lines and members, how they are written atomically, and how they are read back. */
@NullMarked
package squall.results.file;

import org.jspecify.annotations.NullMarked;
