/** Progress of a command for people and logs: stages, live figures, and the first message of each kind of error. */
@NullMarked
package squall.cli.progress;

import org.jspecify.annotations.NullMarked;
