/** Resources of this machine that a server's processes and folders use. */
@NullMarked
package squall.system.usage;

import org.jspecify.annotations.NullMarked;
