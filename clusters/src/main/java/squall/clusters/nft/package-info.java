/** Links between nodes disturbed by nftables, in sets whose elements the kernel itself takes out when their time is over. */
@NullMarked
package squall.clusters.nft;

import org.jspecify.annotations.NullMarked;
