package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Contexts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** The methods about attachments and about calls that nobody waits for; each call is counted. */
abstract class CountedContexts extends CountedFaults implements Contexts {
  private final CallContext context;
  private final LongAdder ticks = new LongAdder();

  CountedContexts(CallCount calls, CallContext context) {
    super(calls);
    this.context = context;
  }

  @Override
  public String attachment(String name) {
    Object value = context.attachments().get(name);
    return counted(value == null ? null : value.toString());
  }

  @Override
  public Map<String, String> attachments() {
    Map<String, String> kinds = new LinkedHashMap<>();
    new TreeMap<>(context.attachments()).forEach((name, value) -> kinds.put(name, Kinds.of(value)));
    return counted(kinds);
  }

  @Override
  public String attach(String name, String value) {
    context.attach(name, value);
    return counted(value);
  }

  @Override
  public boolean attachNumber(String name, int value) {
    return counted(context.attach(name, value));
  }

  @Override
  public void tick() {
    calls.add();
    ticks.increment();
  }

  @Override
  public long ticks() {
    return counted(ticks.sum());
  }
}
