package dev.vertxmesh.discovery.nacos;

import java.util.Map;

/** Told what stands under a name that is watched. On the worker. */
interface EntryListener {

  /** All of it, whenever a server says so. */
  void onEntries(Map<String, String> entries);

  /** The connection was lost, or can't be made; it's tried again, and all is told anew then. */
  void onLoss(Throwable cause);

  /** A server is there, and doesn't tell; it's asked again. */
  void onRefusal(Throwable cause);
}
