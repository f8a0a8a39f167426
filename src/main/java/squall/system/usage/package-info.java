/** What a server's processes and folders take of this machine. */
@NullMarked
package squall.system.usage;

import org.jspecify.annotations.NullMarked;
