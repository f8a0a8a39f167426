/** Tests of what may be disturbed. */
@NullMarked
package squall.adversity.guard;

import org.jspecify.annotations.NullMarked;
