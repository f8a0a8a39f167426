/** Tests of the command. */
@NullMarked
package squall.apps.cli;

import org.jspecify.annotations.NullMarked;
