package squall.adversity.probe.ground;

/**
 * Where one lane leads to.
 *
 * @param name of the lane
 * @param node as the cluster calls it, else its address
 * @param zone empty if it is not known
 * @param key of the lane's register
 * @param session which of the endpoints its connections prefer
 * @param how the lane was placed, and so what it tells, for a reader
 */
public record Place(String name, String node, String zone, int key, int session, String how) {}
