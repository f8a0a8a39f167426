/** This machine as a test bed sees it: its size, its users, its ports, and what stays alive in a folder. */
@NullMarked
package squall.testbed.host;

import org.jspecify.annotations.NullMarked;
