/** Intent log of the probes: their writes, on the disk before they are sent, so that a run whose process is gone can be judged. */
@NullMarked
package squall.adversity.probe.intent;

import org.jspecify.annotations.NullMarked;
