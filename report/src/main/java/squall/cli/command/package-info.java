/** Life of a command that runs a load, the same for every front end: run directory, signals, progress, checks, verdict, summary. */
@NullMarked
package squall.cli.command;

import org.jspecify.annotations.NullMarked;
