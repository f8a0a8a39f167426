/** Tests of folders and locks. */
@NullMarked
package squall.system;

import org.jspecify.annotations.NullMarked;
