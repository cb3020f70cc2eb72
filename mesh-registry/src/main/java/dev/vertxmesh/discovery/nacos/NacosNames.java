package dev.vertxmesh.discovery.nacos;

import java.util.Optional;

/** How Dubbo calls things in Nacos. */
final class NacosNames {

  /** The group of configurations that say which applications have an interface. */
  static final String MAPPING = "mapping";

  /** The group of what providers say of their methods and types. */
  static final String METADATA = "dubbo";

  private static final String PROVIDERS = "providers:";
  private static final String NESTED = "$";
  private static final String WRITTEN_NESTED = "___";

  private NacosNames() {}

  /** As it's written. */
  static String written(String name) {
    return name.replace(NESTED, WRITTEN_NESTED).replace('/', '-');
  }

  /** An interface's name in those of its services. */
  static String writtenInterface(String interfaceName) {
    return interfaceName.replace(NESTED, WRITTEN_NESTED);
  }

  /** The interface that a service's name is of, as it's written there. */
  static Optional<String> writtenInterfaceOf(String service) {
    if (!service.startsWith(PROVIDERS)) {
      return Optional.empty();
    }
    int end = service.indexOf(':', PROVIDERS.length());
    String name = service.substring(PROVIDERS.length(), end < 0 ? service.length() : end);
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  /** The interface that a service's name is of. */
  static Optional<String> interfaceOf(String service) {
    return writtenInterfaceOf(service).map(name -> name.replace(WRITTEN_NESTED, NESTED));
  }

  /** The one that a service of Dubbo's has since 2.7.4: with all parts, empty or not. */
  static String service(String interfaceName, String version, String group) {
    return PROVIDERS + writtenInterface(interfaceName) + ":" + version + ":" + group;
  }
}
