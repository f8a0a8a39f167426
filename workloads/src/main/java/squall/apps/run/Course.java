package squall.apps.run;

/**
 * How sessions work.
 *
 * @param roles who writes and who reads
 * @param batch how many keys one write has
 * @param quota how many writes and reads they may make together
 */
record Course(Roles roles, int batch, Quota quota) {}
