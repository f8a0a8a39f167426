/** What can be typed after a command's name, and the scripts by which shells complete it. */
@NullMarked
package squall.cli.completion;

import org.jspecify.annotations.NullMarked;
