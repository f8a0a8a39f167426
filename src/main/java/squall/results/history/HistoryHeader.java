package squall.results.history;

import squall.check.isolation.History;

/**
 * The first line of {@code history.jsonl}.
 *
 * @param asked the isolation level that the load asked for; empty: the database's default
 * @param claimed the level that the database says its transactions have
 */
public record HistoryHeader(History.Model model, String asked, String claimed) {}
