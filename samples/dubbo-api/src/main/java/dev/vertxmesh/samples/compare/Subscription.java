package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.NewsDesk;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What comes of a subscription that is made in one way to the provider. */
public final class Subscription {

  private Subscription() {}

  /**
   * Subscribes and prints a line {@code subscribed DIRECT: 1, told [first rain]}, or what was
   * thrown.
   */
  public static void print(String way, NewsDesk desk) {
    List<String> told = new CopyOnWriteArrayList<>();
    System.out.println("subscribed " + way + ": " + outcome(desk, told));
  }

  private static String outcome(NewsDesk desk, List<String> told) {
    try {
      int count = desk.subscribe("rain", told::add); // it's told before this returns
      return count + ", told " + told;
    } catch (RuntimeException e) {
      return e.toString().replace('\n', ' ');
    }
  }
}
