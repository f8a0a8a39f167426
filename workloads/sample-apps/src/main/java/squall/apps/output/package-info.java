/** Output of yb-sample-apps during a run: the status line and the JSON line, from Squall's own figures. */
@NullMarked
package squall.apps.output;

import org.jspecify.annotations.NullMarked;
