/** Clusters on hosts that an inventory names, through OpenSSH's client. */
@NullMarked
package squall.clusters.ssh;

import org.jspecify.annotations.NullMarked;
