package squall.apps;

/**
 * How sessions work.
 *
 * @param roles who writes and who reads
 * @param batch how many keys one transaction writes
 * @param transactional whether a write is a transaction of its own
 */
record Course(Roles roles, int batch, boolean transactional) {}
