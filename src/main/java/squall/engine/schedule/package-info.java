/** Plan of a load, its pace, clock and end, and the schedules that determine when the next turn is due. */
@NullMarked
package squall.engine.schedule;

import org.jspecify.annotations.NullMarked;
