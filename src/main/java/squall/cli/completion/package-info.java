/** Syntax of the commands, and the scripts by which shells complete it. */
@NullMarked
package squall.cli.completion;

import org.jspecify.annotations.NullMarked;
