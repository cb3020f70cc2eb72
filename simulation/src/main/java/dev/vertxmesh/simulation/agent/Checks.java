package dev.vertxmesh.simulation.agent;

import dev.vertxmesh.accept.AcceptedLinkView;
import dev.vertxmesh.balance.MemberView;
import dev.vertxmesh.links.EndpointView;
import dev.vertxmesh.simulation.agent.Cluster.Slot;
import dev.vertxmesh.simulation.world.Broken;
import dev.vertxmesh.simulation.world.SimLoop;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What must hold of the agents when nobody calls, and when they have ended. */
public final class Checks {

  /** Timers of a registry that only looks after itself. */
  private static final int REGISTRY_TIMERS = 2;

  /** What a limit that was lowered grows by in a second, which may just not have been told. */
  private static final int RECOVERED = 1;

  private final Cluster cluster;

  public Checks(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The living are found, nobody else is, and none is left out; else what isn't so, and null if all
   * is.
   */
  public String unfound() {
    Set<String> living = living();
    for (Slot slot : cluster.consumers()) {
      if (slot.consumer() != null) {
        Set<String> known = new TreeSet<>();
        for (EndpointView view : slot.consumer().view()) {
          known.add(view.address());
          boolean isWanted = view.state().equals("open") || view.state().equals("asleep");
          if (living.contains(view.address()) && !isWanted) {
            return slot.process().name() + ": " + view.address() + " is " + view.note();
          }
        }
        if (!known.equals(living)) {
          return slot.process().name() + " knows " + known + ", and " + living + " are there";
        }
        for (MemberView member : slot.consumer().members()) {
          if (member.ejected() && member.share() == 0) {
            return slot.process().name() + " leaves out " + member.endpoint();
          }
        }
      }
    }
    return null;
  }

  /** What consumers think of providers, for a person. */
  public String opinions() {
    return cluster.consumers().stream()
        .filter(slot -> slot.consumer() != null)
        .map(slot -> slot.process().name() + ": " + slot.consumer().members())
        .collect(Collectors.joining("\n"));
  }

  private Set<String> living() {
    return cluster.providers().stream()
        .filter(slot -> slot.provider() != null && !slot.isLeaving())
        .map(slot -> slot.host() + ":" + SimProvider.PORT)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Nothing is held for calls that are over. */
  public void quiet() {
    for (Slot slot : cluster.all()) {
      if (slot.provider() != null) {
        quiet(slot.provider());
      } else if (slot.consumer() != null) {
        quiet(slot.consumer());
      }
    }
  }

  private void quiet(SimProvider provider) {
    String who = provider.process().name();
    expect(who + ": calls admitted", provider.admission().inFlight(), 0);
    int serving = provider.links().stream().mapToInt(AcceptedLinkView::inFlight).sum();
    expect(who + ": calls that links owe an answer", serving, 0);
    expectQuiet(who, provider.meter());
    int links = provider.links().size();
    expect(who + ": links that have greeted", provider.meter().open(), links);
    idle(provider.process().loop(), links == 0 ? 0 : links + 1);
    idle(provider.process().registryLoop(), REGISTRY_TIMERS);
  }

  private void quiet(SimConsumer consumer) {
    String who = consumer.process().name();
    int inFlight = consumer.view().stream().mapToInt(EndpointView::inFlight).sum();
    expect(who + ": calls in flight", inFlight, 0);
    expect(who + ": deadlines", consumer.wheel().size(), 0);
    expectQuiet(who, consumer.meter());
    int links = (int) consumer.view().stream().filter(v -> v.state().equals("open")).count();
    expect(who + ": links that have greeted", consumer.meter().open(), links);
    idle(consumer.process().loop(), links + consumer.process().standing());
    idle(consumer.process().registryLoop(), REGISTRY_TIMERS);
    for (EndpointView view : consumer.view()) {
      if (view.state().equals("open")) {
        credit(who, view);
      }
    }
  }

  /** Nobody calls: a link's credit is all that there is, but for what isn't worth telling. */
  private void credit(String who, EndpointView view) {
    for (Slot slot : cluster.providers()) {
      SimProvider provider = slot.provider();
      if (provider != null && view.address().startsWith(slot.host() + ":")) {
        int right =
            provider.isServing() ? provider.admission().credit(provider.links().size(), 0) : 0;
        if (Math.abs(right - view.credit()) > view.credit() / 8 + RECOVERED) {
          throw new Broken(
              "slots-come-back",
              "%s has a credit of %d at %s, expected %d"
                  .formatted(who, view.credit(), provider.process().name(), right));
        }
      }
    }
  }

  private static void expectQuiet(String who, SimMeter meter) {
    expect(who + ": streams", meter.streams(), 0);
    expect(who + ": bytes unread", meter.unread(), 0);
  }

  /** Only what has to be looked after has timers. */
  private static void idle(SimLoop loop, int most) {
    if (loop.timers() > most) {
      throw new Broken(
          "goes-idle",
          "%s has %d timers while nobody calls, expected %d at most"
              .formatted(loop.name(), loop.timers(), most));
    }
  }

  private static void expect(String what, int seen, int expected) {
    if (seen != expected) {
      throw new Broken("slots-come-back", "%s: %d, expected %d".formatted(what, seen, expected));
    }
  }

  /** All have ended: nothing is left of anybody. */
  public void ended() {
    for (SimProcess process : cluster.processes()) {
      List<SimLoop> loops = Cluster.loops(process);
      for (SimLoop loop : loops) {
        int standing = loop == process.loop() ? process.standing() : 0;
        if (loop.timers() > standing || loop.waiting() > 0) {
          throw new Broken(
              "goes-idle",
              "%s has ended, and has %d timers and %d tasks, expected %d and 0"
                  .formatted(loop.name(), loop.timers(), loop.waiting(), standing));
        }
      }
    }
    for (Slot slot : cluster.all()) {
      SimMeter meter =
          slot.provider() != null
              ? slot.provider().meter()
              : slot.consumer() != null ? slot.consumer().meter() : null;
      if (meter != null) {
        expect(slot.process().name() + ": links at the end", meter.open(), 0);
        expect(slot.process().name() + ": windows at the end", meter.windows(), 0);
        expectQuiet(slot.process().name() + " at the end", meter);
      }
    }
  }
}
