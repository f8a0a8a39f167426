/** What may be disturbed and what may not: hosts, limits, majorities, faults that get in each other's way; pure but for names of hosts. */
@NullMarked
package squall.adversity.guard;

import org.jspecify.annotations.NullMarked;
