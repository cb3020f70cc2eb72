package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Contexts;

/** The methods of {@link Contexts}; those who know a Dubbo attach something to the calls. */
final class ContextProbes {

  private ContextProbes() {}

  static void addTo(ProbeTable table) {
    for (String name : new String[] {"path", "interface", "version", "group", "timeout", "other"}) {
      table.add("attachment " + name, service -> service.attachment(name));
    }
    table.add("attachments", Contexts::attachments);
    table.add("attach", service -> service.attach("key", "数"));
    table.add("attachNumber", service -> service.attachNumber("number", 5));
    table.add(
        "tick",
        service -> {
          long before = service.ticks();
          service.tick();
          return service.ticks() - before;
        });
    table.add("ticks", Contexts::ticks);
  }
}
