/** Tests of commands as faults. */
@NullMarked
package squall.adversity.process;

import org.jspecify.annotations.NullMarked;
