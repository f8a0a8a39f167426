package squall.apps.run;

/**
 * How sessions work.
 *
 * @param roles who writes and who reads
 * @param batch how many keys one write has
 */
record Course(Roles roles, int batch) {}
