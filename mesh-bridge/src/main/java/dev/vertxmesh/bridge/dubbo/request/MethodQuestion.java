package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A generic call that tells something about a method by how it's refused, and that no release of
 * Dubbo takes for a call: {@code GenericFilter} looks for the method, then compares the number of
 * arguments with it, and then makes the arguments, and only after all three it goes on. It lets
 * everything pass to a provider that is a {@code GenericService} itself, which has to be found out
 * first, by a method that nobody can have.
 *
 * @param types null where the method's name has to be enough
 */
public record MethodQuestion(
    ServiceKey service, String method, GenericMode mode, List<String> types, Object[] arguments) {

  /** How it was refused. */
  public enum Answer {
    /** The method is there, and takes another number of arguments. */
    OTHER_COUNT,
    /** The method is there, and takes so many arguments. */
    THIS_COUNT,
    /** There's none of this name, or with these types. */
    MISSING,
    /** More than one has this name; or who knows. */
    OTHER,
    /** The provider had no thread for it, or didn't answer. */
    NONE;

    /**
     * @param reason what the response says instead of a result; empty if it was one
     */
    public static Answer of(String reason) {
      String line = reason.lines().findFirst().orElse("");
      if (line.contains("args.length != types.length")) {
        return OTHER_COUNT;
      }
      if (line.contains("only support message type")) {
        return THIS_COUNT;
      }
      return line.contains("No such method") ? MISSING : OTHER;
    }
  }

  /**
   * Whether {@code GenericFilter} answers: it's {@link Answer#MISSING} if so. A provider that takes
   * all generic calls itself is given this one, of a method whose name is none of Java's. Without
   * types, because of a method with types that isn't there 2.6 and 2.7 tell nothing but its name.
   */
  public static MethodQuestion ofNobody(ServiceKey service) {
    return new MethodQuestion(service, "?", GenericMode.TRUE, null, new Object[0]);
  }

  /**
   * Whether there's a method with these types: it's {@link Answer#OTHER_COUNT} if so, for there's
   * one argument too many.
   */
  public static MethodQuestion ofTypes(ServiceKey service, String method, List<String> types) {
    return new MethodQuestion(
        service, method, GenericMode.TRUE, types, new Object[types.size() + 1]);
  }

  /**
   * Whether there's one method of the name, and it takes so many arguments. What it's given are no
   * beans, so that {@code bean} refuses to make arguments of them.
   *
   * @param count at least 1: without an argument nothing could be refused
   */
  public static MethodQuestion ofCount(ServiceKey service, String method, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count is " + count + ": the method would be called");
    }
    Object[] arguments = new Object[count];
    Arrays.fill(arguments, "");
    return new MethodQuestion(service, method, GenericMode.BEAN, null, arguments);
  }

  /** Appends it as a request. */
  public void write(ByteBuf out, long id, Serialization in) {
    Map<String, String> attachments = PreparedTarget.attachments(service);
    attachments.put("generic", mode.toString());
    RequestTemplate template =
        new RequestTemplate(
            in,
            RequestTemplate.PROTOCOL_VERSION,
            service.interfaceName(),
            service.version(),
            GenericArguments.METHOD,
            GenericArguments.DESCRIPTOR,
            attachments);
    int at = template.begin(out, id);
    ValueWriter values = in.writer(out);
    values.write(method);
    values.write(types == null ? null : types.toArray(String[]::new));
    values.write(arguments);
    template.end(out, at);
  }
}
