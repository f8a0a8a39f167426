/** Intent logs written, cut off and read back. */
@NullMarked
package squall.adversity.probe.intent;

import org.jspecify.annotations.NullMarked;
