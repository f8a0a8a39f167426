/** Tests of folders and locks. */
@NullMarked
package squall.host;

import org.jspecify.annotations.NullMarked;
