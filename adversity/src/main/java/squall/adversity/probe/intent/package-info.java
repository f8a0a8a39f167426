/** What the probes mean to write, on the disk before it is sent: what judges a run whose process is gone. */
@NullMarked
package squall.adversity.probe.intent;

import org.jspecify.annotations.NullMarked;
