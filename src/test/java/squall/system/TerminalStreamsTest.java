package squall.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import squall.system.TerminalStreams.Color;

class TerminalStreamsTest {
    @Test
    void each_stream_is_live_by_itself() {
        assertThat(TerminalStreams.of(properties("false", "true"), Map.of("COLUMNS", "90"), Color.AUTO))
                .isEqualTo(new TerminalStreams(
                        new OutputScreen(false, false, true, 90), new OutputScreen(true, true, true, 90)));
    }

    @Test
    void without_word_from_the_launcher_nothing_is_live() {
        assertThat(TerminalStreams.of(new Properties(), Map.of(), Color.AUTO).err())
                .isEqualTo(new OutputScreen(false, false, false, 100));
    }

    @Test
    void a_dumb_terminal_is_not_drawn_on() {
        assertThat(err(Map.of("TERM", "dumb"), Color.AUTO).live()).isFalse();
    }

    @Test
    void no_color_wins_over_a_terminal_and_force_over_none() {
        assertThat(err(Map.of("NO_COLOR", "1"), Color.AUTO).color()).isFalse();
        assertThat(err(Map.of("NO_COLOR", ""), Color.AUTO).color()).isTrue();
        assertThat(err(Map.of("TERM", "dumb", "CLICOLOR_FORCE", "1"), Color.AUTO)
                        .color())
                .isTrue();
        assertThat(err(Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1"), Color.AUTO)
                        .color())
                .isFalse();
        assertThat(err(Map.of("NO_COLOR", "1"), Color.ALWAYS).color()).isTrue();
        assertThat(err(Map.of(), Color.NEVER).color()).isFalse();
    }

    @Test
    void signs_are_those_of_the_charset_in_which_java_writes() {
        Properties redirected = new Properties();
        redirected.setProperty("native.encoding", "ANSI_X3.4-1968");
        assertThat(TerminalStreams.of(redirected, Map.of(), Color.AUTO).err().unicode())
                .isFalse();
        redirected.setProperty("native.encoding", "UTF-8");
        assertThat(TerminalStreams.of(redirected, Map.of(), Color.AUTO).err().unicode())
                .isTrue();
        redirected.setProperty("stderr.encoding", "US-ASCII");
        assertThat(TerminalStreams.of(redirected, Map.of(), Color.AUTO).err().unicode())
                .isFalse();
    }

    @Test
    void the_width_stays_within_what_can_be_read() {
        assertThat(err(Map.of("COLUMNS", "300"), Color.AUTO).columns()).isEqualTo(100);
        assertThat(err(Map.of("COLUMNS", "3"), Color.AUTO).columns()).isEqualTo(20);
        assertThat(err(Map.of("COLUMNS", "wide"), Color.AUTO).columns()).isEqualTo(80);
    }

    private static OutputScreen err(Map<String, String> environment, Color color) {
        return TerminalStreams.of(properties("true", "true"), environment, color)
                .err();
    }

    private static Properties properties(String out, String err) {
        Properties properties = new Properties();
        properties.setProperty("squall.tty.out", out);
        properties.setProperty("squall.tty.err", err);
        properties.setProperty("native.encoding", "UTF-8");
        return properties;
    }
}
