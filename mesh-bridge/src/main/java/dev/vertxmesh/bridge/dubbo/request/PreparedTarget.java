package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import java.util.List;
import java.util.Map;

/** What the requests for one target have in common. */
final class PreparedTarget {

  /** Bytes, with the maps and templates, of one that has the shortest names. */
  private static final int BASE = 2_000;

  /** Bytes for each character of its names: as texts, and encoded in templates. */
  private static final int FOR_A_CHARACTER = 12;

  private static final int FOR_A_PARAMETER = 150;

  private final Target target;
  private final Descriptor descriptor;
  private final Overloads overloads;
  private final RequestTemplate[] templates = new RequestTemplate[GenericMode.values().length];

  /**
   * @param known the methods that the target may mean, as far as they are known
   * @param typed knows what they take
   */
  PreparedTarget(Target target, List<Descriptor> known, TypedValues typed) {
    this.target = target;
    this.descriptor = known.size() == 1 ? known.get(0) : null;
    this.overloads = known.size() > 1 ? new Overloads(target, known, typed) : null;
  }

  /** Bytes that it takes on the heap, rounded up. */
  int weight() {
    ServiceKey service = target.service();
    int characters =
        service.interfaceName().length()
            + service.group().length()
            + service.version().length()
            + target.method().length()
            + target.descriptor().length();
    int parameters = descriptor == null ? 0 : descriptor.parameters().size();
    return BASE + FOR_A_CHARACTER * characters + FOR_A_PARAMETER * parameters;
  }

  /** Null where the types aren't known. */
  Descriptor descriptor() {
    return descriptor;
  }

  /** Null where only one method can be meant. */
  Overloads overloads() {
    return overloads;
  }

  /**
   * @param serialization the same each time
   */
  RequestTemplate template(GenericMode mode, Serialization serialization) {
    RequestTemplate template = templates[mode.ordinal()];
    if (template == null) {
      template = mode == GenericMode.NONE ? direct(serialization) : generic(mode, serialization);
      templates[mode.ordinal()] = template;
    }
    return template;
  }

  private RequestTemplate direct(Serialization serialization) {
    return template(
        serialization, target.method(), descriptor.text(), attachments(target.service()));
  }

  private RequestTemplate generic(GenericMode mode, Serialization serialization) {
    Map<String, String> attachments = attachments(target.service());
    attachments.put("generic", mode.toString());
    return template(
        serialization, GenericArguments.METHOD, GenericArguments.DESCRIPTOR, attachments);
  }

  private RequestTemplate template(
      Serialization serialization,
      String method,
      String descriptorText,
      Map<String, String> attachments) {
    ServiceKey service = target.service();
    return new RequestTemplate(
        serialization,
        RequestTemplate.PROTOCOL_VERSION,
        service.interfaceName(),
        service.version(),
        method,
        descriptorText,
        attachments);
  }

  /** Those that say which service it is. */
  static Map<String, String> attachments(ServiceKey service) {
    String name = service.interfaceName();
    return RequestTemplate.attachments(name, name, service.group(), service.version());
  }
}
