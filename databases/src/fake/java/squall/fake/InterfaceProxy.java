package squall.fake;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLFeatureNotSupportedException;
import java.util.HashMap;
import java.util.Map;

/**
 * Proxy through which a small class implements a large interface of {@code java.sql}: a call goes to the class's public method of the same
 * name and parameters. If there is none, it fails as not supported, or goes to a real implementation. So each such class, called a role,
 * lists exactly what the driver can do, or does otherwise.
 *
 * @param <T> the interface
 */
final class InterfaceProxy<T> {
    private static final MethodType ANY = MethodType.methodType(Object.class, Object.class, Object[].class);
    private static final Object[] NO_ARGUMENTS = {};

    private final Class<T> type;
    private final Map<Method, MethodHandle> methods;

    /** @throws IllegalStateException if the role has a public method that the interface does not have */
    InterfaceProxy(Class<T> type, Class<?> role) {
        this.type = type;
        var found = new HashMap<Method, MethodHandle>();
        for (Method method : role.getMethods()) {
            if (method.getDeclaringClass() != Object.class) {
                found.put(declared(type, method), spread(method));
            }
        }
        this.methods = Map.copyOf(found);
    }

    private static Method declared(Class<?> type, Method method) {
        try {
            return type.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type.getName() + " has no such method: " + method, e);
        }
    }

    /** Returns a method as {@code (role, arguments) -> result}: one call shape for all. */
    private static MethodHandle spread(Method method) {
        try {
            return MethodHandles.lookup()
                    .unreflect(method)
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(ANY);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("not public: " + method, e);
        }
    }

    /** Returns the role as an implementation of the interface. */
    T of(Object role) {
        return proxy((proxy, method, arguments) -> {
            Object[] given = arguments == null ? NO_ARGUMENTS : arguments;
            MethodHandle target = methods.get(method);
            return target == null ? missing(role, method, proxy, given) : (Object) target.invokeExact(role, given);
        });
    }

    /** Returns the real implementation with the role in place of some of its methods. */
    T before(T real, Object role) {
        return proxy((proxy, method, arguments) -> {
            Object[] given = arguments == null ? NO_ARGUMENTS : arguments; // a variable, whose type invokeExact sees
            MethodHandle target = methods.get(method);
            if (target != null) {
                return (Object) target.invokeExact(role, given);
            }
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
        });
    }

    private T proxy(InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @SuppressWarnings("ReferenceEquality") // a face equals nothing but itself
    private Object missing(Object role, Method method, Object proxy, Object[] given)
            throws SQLFeatureNotSupportedException {
        return switch (method.getName()) {
            case "toString" -> role.toString();
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == given[0];
            // Not 0A000, which a server gives for a stale plan and clients therefore try again.
            default ->
                throw new SQLFeatureNotSupportedException(
                        type.getSimpleName() + "." + method.getName() + " is not supported by the fake driver",
                        "IM001");
        };
    }
}
