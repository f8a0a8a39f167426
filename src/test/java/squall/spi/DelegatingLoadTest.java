package squall.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DelegatingLoadTest {
    private static final TurnPosition PLACE = (TurnPosition) proxy(TurnPosition.class, new ArrayList<>());
    private static final Load.EventSink SINK = (Load.EventSink) proxy(Load.EventSink.class, new ArrayList<>());
    private static final Map<Class<?>, Object> ARGUMENTS = Map.ofEntries(
            Map.entry(int.class, 3),
            Map.entry(long.class, 5L),
            Map.entry(List.class, List.of()),
            Map.entry(Path.class, Path.of("run")),
            Map.entry(TurnPosition.class, PLACE),
            Map.entry(Load.EventSink.class, SINK));

    static Stream<Method> every_call_reaches_the_other_load() {
        return Arrays.stream(Load.class.getMethods()).filter(method -> method.getDeclaringClass() == Load.class);
    }

    /** Calls every method, also one that is added to the interface later with a default. */
    @ParameterizedTest
    @MethodSource
    void every_call_reaches_the_other_load(Method method) throws Exception {
        List<String> calls = new ArrayList<>();
        Object[] arguments =
                Arrays.stream(method.getParameterTypes()).map(ARGUMENTS::get).toArray();

        method.invoke(new DelegatingLoad((Load) proxy(Load.class, calls)), arguments);

        assertThat(calls).containsExactly(method.getName() + Arrays.toString(arguments));
    }

    private static Object proxy(Class<?> type, List<String> calls) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return method.getName().equals("toString") ? type.getSimpleName() : null;
            }
            calls.add(method.getName() + Arrays.toString(arguments == null ? new Object[0] : arguments));
            return null;
        });
    }
}
