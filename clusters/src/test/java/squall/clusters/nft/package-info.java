/** Tests. */
@NullMarked
package squall.clusters.nft;

import org.jspecify.annotations.NullMarked;
