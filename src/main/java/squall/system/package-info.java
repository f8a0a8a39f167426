/** This machine, for code that starts and stops programs on it: programs, processes, folders, locks, and the location of Squall's state. */
@NullMarked
package squall.system;

import org.jspecify.annotations.NullMarked;
