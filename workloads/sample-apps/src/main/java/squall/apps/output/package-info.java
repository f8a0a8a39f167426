/** What yb-sample-apps prints while it runs: the status line and the line of JSON, from Squall's own figures. */
@NullMarked
package squall.apps.output;

import org.jspecify.annotations.NullMarked;
