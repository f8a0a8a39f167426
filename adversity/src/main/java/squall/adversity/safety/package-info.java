/**
 * Guarantees that faults are undone: the state machine of an injection, its undo journal, and the processes that heal if the run cannot.
 */
@NullMarked
package squall.adversity.safety;

import org.jspecify.annotations.NullMarked;
