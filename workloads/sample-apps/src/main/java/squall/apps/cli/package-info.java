/** Command bin/sample-apps: its options, all from one table, and the run that they describe. */
@NullMarked
package squall.apps.cli;

import org.jspecify.annotations.NullMarked;
