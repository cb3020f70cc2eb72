package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.call.ServiceKey;

/** Service keys as Dubbo writes them: {@code [GROUP/]INTERFACE[:VERSION]}. */
final class DubboServiceKeys {

  /** Dubbo 3 exports it beside the program's services, and answers questions about them by it. */
  static final String METADATA = "org.apache.dubbo.metadata.MetadataService";

  private DubboServiceKeys() {}

  static ServiceKey parse(String text) {
    int slash = text.indexOf('/');
    String group = slash < 0 ? "" : text.substring(0, slash);
    String rest = text.substring(slash + 1);
    int colon = rest.indexOf(':');
    String name = colon < 0 ? rest : rest.substring(0, colon);
    String version = colon < 0 ? "" : rest.substring(colon + 1);
    return new ServiceKey(name, group, version);
  }

  /** Whether it can be written down and read again; a provider may say anything. */
  static boolean isSayable(ServiceKey service) {
    try {
      return ServiceKey.parse(service.toString()).equals(service);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Whether Dubbo exports it for itself. */
  static boolean isDubbos(ServiceKey service) {
    return service.interfaceName().startsWith("org.apache.dubbo.metadata.");
  }
}
