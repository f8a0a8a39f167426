/** Tests of {@code bin/adversity}, each command in a process of its own. */
@NullMarked
package squall.adversity.cli;

import org.jspecify.annotations.NullMarked;
