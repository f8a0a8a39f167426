package squall.report.model;

import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** State of a judgement, with its sign, word and colour. */
public enum JudgementStatus {
    PASSED("pass", "✓", CellTone.GOOD),
    FAILED("fail", "✗", CellTone.BAD),
    /** Invalid: the figures do not count, or nothing decided. */
    INVALID("invalid", "!", CellTone.BAD),
    /** Warning: not as intended, but no rule requires it. */
    WARNING("warning", "!", CellTone.WARM),
    SKIPPED("skipped", "–", CellTone.DIM),
    /** Running. */
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

    /** Returns a sign and a word, because not every reader can distinguish colours. */
    public String shown() {
        return sign + " " + word;
    }

    TableCell cell() {
        return TableCell.words(shown()).in(tone);
    }
}
