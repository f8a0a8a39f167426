/** What a disturbance cost and how long until it was normal again, computed from the seconds of a run by stated rules; pure. */
@NullMarked
package squall.measure.recovery;

import org.jspecify.annotations.NullMarked;
