/** This machine as a test bed sees it: its size, its users, its processes, its folders and locks. */
@NullMarked
package squall.testbed.host;

import org.jspecify.annotations.NullMarked;
