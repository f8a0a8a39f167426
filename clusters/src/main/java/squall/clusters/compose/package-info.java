/** Clusters of containers that docker compose has started, through the docker program. */
@NullMarked
package squall.clusters.compose;

import org.jspecify.annotations.NullMarked;
