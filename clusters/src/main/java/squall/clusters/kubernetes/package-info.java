/** Clusters that are a StatefulSet of Kubernetes, with faults by Chaos Mesh. */
@NullMarked
package squall.clusters.kubernetes;

import org.jspecify.annotations.NullMarked;
