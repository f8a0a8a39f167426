/** What a person or a log sees while a command works: stages, live figures, and the first message of each kind of error. */
@NullMarked
package squall.cli.progress;

import org.jspecify.annotations.NullMarked;
