/** Faults are always undone: the life of an injection, the journal of what is left to undo, and who undoes it when the run cannot. */
@NullMarked
package squall.adversity.safety;

import org.jspecify.annotations.NullMarked;
