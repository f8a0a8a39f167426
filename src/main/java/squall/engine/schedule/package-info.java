/** When the next turn is due, and when there is none any more: the plan of a load, its pace, clock and end, and its schedules. */
@NullMarked
package squall.engine.schedule;

import org.jspecify.annotations.NullMarked;
