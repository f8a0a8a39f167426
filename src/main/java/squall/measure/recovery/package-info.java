/** Impact of a fault and recovery from it, computed from the seconds of a run by stated rules; pure. */
@NullMarked
package squall.measure.recovery;

import org.jspecify.annotations.NullMarked;
