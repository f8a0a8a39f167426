/** This machine for the test bed: its size, users, ports, and the processes in a folder. */
@NullMarked
package squall.testbed.host;

import org.jspecify.annotations.NullMarked;
