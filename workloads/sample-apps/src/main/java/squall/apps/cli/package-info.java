/** The command bin/sample-apps: its flags, all from one table, and how they become a run. */
@NullMarked
package squall.apps.cli;

import org.jspecify.annotations.NullMarked;
