package squall.report.model;

import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** How something was judged. */
public enum JudgementStatus {
    PASSED("pass", "✓", CellTone.GOOD),
    FAILED("fail", "✗", CellTone.BAD),
    /** The figures are invalid, or nothing decided. */
    INVALID("invalid", "!", CellTone.BAD),
    SKIPPED("skipped", "–", CellTone.DIM),
    /** Under way. */
    RUNNING("running", "…", CellTone.DIM);

    private final String word;
    private final String sign;
    private final CellTone tone;

    JudgementStatus(String word, String sign, CellTone tone) {
        this.word = word;
        this.sign = sign;
        this.tone = tone;
    }

    public String word() {
        return word;
    }

    public String sign() {
        return sign;
    }

    public CellTone tone() {
        return tone;
    }

    /** A sign and a word, because a colour alone tells nothing to many. */
    public String shown() {
        return sign + " " + word;
    }

    TableCell cell() {
        return TableCell.words(shown()).in(tone);
    }
}
