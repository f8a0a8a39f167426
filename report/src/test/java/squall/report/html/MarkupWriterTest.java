package squall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MarkupWriterTest {
    @Test
    void text_and_attributes_stay_text() {
        assertThat(new MarkupWriter()
                        .leaf("a", "</a><script>'\"&\u0000", "href", "\" onclick=\"x")
                        .page())
                .isEqualTo("<a href=\"&quot; onclick=&quot;x\">&lt;/a&gt;&lt;script&gt;&#39;&quot;&amp;\uFFFD</a>");
    }

    /** Covers a corrupt row in the message of a check: no program could read the JUnit XML with it. */
    @Test
    void characters_that_xml_cannot_contain_are_replaced() {
        assertThat(new MarkupWriter().leaf("failure", "\uFFFE \uFFFF \uFFFD").page())
                .isEqualTo("<failure>\uFFFD \uFFFD \uFFFD</failure>");
    }

    @Test
    void an_element_that_is_not_ended_is_a_mistake() {
        assertThatThrownBy(() -> new MarkupWriter().begin("p").page())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not ended: [p]");
    }
}
