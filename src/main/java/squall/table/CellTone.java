package squall.table;

/** How a cell is shown where colours can be; its words say the same. */
public enum CellTone {
    PLAIN,
    GOOD,
    BAD,
    DIM,
    /** Noticeably worse than the baseline. */
    MILD,
    /** Much worse. */
    WARM,
    /** An order of magnitude worse. */
    HOT
}
