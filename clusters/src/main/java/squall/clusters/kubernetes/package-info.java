/** Clusters that are a StatefulSet of Kubernetes, and what Chaos Mesh does to them. */
@NullMarked
package squall.clusters.kubernetes;

import org.jspecify.annotations.NullMarked;
