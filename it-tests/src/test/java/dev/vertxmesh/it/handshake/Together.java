package dev.vertxmesh.it.handshake;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Things that take their time, all at once. */
final class Together {

  private Together() {}

  /** Returns once all have ended; fails as the first that did. */
  static void run(Stream<Runnable> all) {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<CompletableFuture<Void>> running =
          all.map(one -> CompletableFuture.runAsync(one, threads)).toList();
      CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
    } finally {
      threads.shutdown();
    }
  }
}
