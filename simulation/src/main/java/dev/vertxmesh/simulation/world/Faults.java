package dev.vertxmesh.simulation.world;

import java.util.Arrays;
import java.util.stream.Collectors;

/** An unexpected exception as a person reads it: what it is, and where in the mesh it came from. */
public final class Faults {

  private static final int PLACES = 6;

  private Faults() {}

  public static String text(Throwable error) {
    String places =
        Arrays.stream(error.getStackTrace())
            .filter(place -> place.getClassName().startsWith("dev.vertxmesh"))
            .limit(PLACES)
            .map(place -> place.getFileName() + ":" + place.getLineNumber())
            .collect(Collectors.joining(" < "));
    return error + (places.isEmpty() ? "" : " at " + places);
  }
}
