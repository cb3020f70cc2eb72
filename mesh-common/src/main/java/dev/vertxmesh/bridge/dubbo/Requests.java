package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.HessianArguments;
import dev.vertxmesh.dubbo.HessianWriter;
import dev.vertxmesh.dubbo.PassedMessages;
import dev.vertxmesh.dubbo.RequestTemplate;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Turns calls into requests; what depends on the target alone is made once and kept. */
final class Requests {

  /** Bounded, because callers choose the targets. */
  private static final int MAX_KEPT = 1024;

  private static final Set<String> RESERVED =
      Set.of("path", "interface", "group", "version", "generic");

  private static final String GENERIC_METHOD = "$invoke";
  private static final String GENERIC_DESCRIPTOR =
      "Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/Object;";

  private final Map<Target, Shape> kept =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Target, Shape> eldest) {
          return size() > MAX_KEPT;
        }
      };

  /** What the requests for a target have in common; without a descriptor they are generic. */
  private record Shape(RequestTemplate template, Descriptor descriptor) {}

  /**
   * Appends a request for the call; the call's payload stays unread. Of a Dubbo body it's the head
   * only: the payload belongs behind it as it is.
   *
   * @throws BadArgument if the call is wrong; then part of a request may have been appended
   */
  void write(ByteBuf out, long id, Call call) {
    if (call.encoding().isDubboBody()) {
      PassedMessages.writeRequest(
          out,
          call.encoding().dubboSerialization(),
          !call.options().oneWay(),
          id,
          call.payload().readableBytes());
    } else {
      writeWhole(out, id, call);
    }
  }

  private void writeWhole(ByteBuf out, long id, Call call) {
    Shape shape = kept.get(call.target());
    if (shape == null) {
      shape = shape(call.target());
      kept.put(call.target(), shape);
    }
    int at = shape.template.begin(out, id);
    if (shape.descriptor == null) {
      writeGeneric(call, out);
    } else if (call.encoding() == Encoding.TEXT) {
      TextArgument.write(shape.descriptor, call.payload(), out);
    } else {
      JsonArguments.write(shape.descriptor, call.payload(), out);
    }
    shape.template.end(out, at, own(call));
    if (call.options().oneWay()) {
      PassedMessages.makeOneWay(out, at);
    }
  }

  /** A call's own attachments mustn't send it elsewhere than its target says. */
  private static Map<String, String> own(Call call) {
    for (String name : call.attachments().keySet()) {
      if (RESERVED.contains(name)) {
        throw new BadArgument(
            "attachment %s: the mesh itself says this to the provider; the target decides it"
                .formatted(name));
      }
    }
    return call.attachments();
  }

  private static void writeGeneric(Call call, ByteBuf out) {
    HessianWriter.writeString(out, call.target().method());
    HessianWriter.writeNull(out);
    if (call.encoding() == Encoding.TEXT) {
      new HessianArguments(out).write(new Object[] {TextArgument.decode(call.payload())});
    } else {
      JsonArguments.writeGeneric(call.payload(), out);
    }
  }

  /** Appends a request that every service answers with its argument, here null. */
  static void writeEcho(ByteBuf out, long id, ServiceKey service) {
    RequestTemplate template =
        template(service, "$echo", "Ljava/lang/Object;", attachments(service));
    int at = template.begin(out, id);
    HessianWriter.writeNull(out);
    template.end(out, at);
  }

  private static Shape shape(Target target) {
    ServiceKey service = target.service();
    Map<String, String> attachments = attachments(service);
    if (target.typesAreKnown()) {
      Descriptor descriptor = Descriptor.parse(target.descriptor());
      return new Shape(
          template(service, target.method(), descriptor.text(), attachments), descriptor);
    }
    attachments.put("generic", "true");
    return new Shape(template(service, GENERIC_METHOD, GENERIC_DESCRIPTOR, attachments), null);
  }

  private static RequestTemplate template(
      ServiceKey service, String method, String descriptor, Map<String, String> attachments) {
    return new RequestTemplate(
        service.interfaceName(), service.version(), method, descriptor, attachments);
  }

  private static Map<String, String> attachments(ServiceKey service) {
    String name = service.interfaceName();
    return RequestTemplate.attachments(name, name, service.group(), service.version());
  }
}
