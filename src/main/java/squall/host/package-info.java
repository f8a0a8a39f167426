/** This machine as whoever starts and ends things on it sees it: programs, processes, folders, locks, and where Squall keeps its state. */
@NullMarked
package squall.host;

import org.jspecify.annotations.NullMarked;
