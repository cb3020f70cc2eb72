package dev.vertxmesh.provider;

import io.vertx.core.Context;
import io.vertx.core.Future;

/** The kind of provider that this agent bridges to, as the options name it. */
interface Backend {

  /** It and its address, such as {@code dubbo 127.0.0.1:20880}. */
  String where();

  /** Its address alone. */
  String address();

  /** By what it is asked whether it answers, such as {@code $echo}. */
  String question();

  /** What has to be done before anyone can connect; done once. */
  Future<Void> prepare();

  ServedServices served();

  /** Calls in flight, where the options don't say. */
  int defaultLimit();

  /**
   * A way to it for one event loop.
   *
   * @param onAnswering run when it answers for other services than before
   */
  Bridge open(Context context, Runnable onAnswering);

  /** All that was to start has started: from now on its log is a log. */
  void onStarted();
}
