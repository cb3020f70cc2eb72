package dev.vertxmesh.discovery.file;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A daemon thread that calls when something in a folder changed, and once a second in any case: not
 * every file system tells, and a killed process changes no file.
 */
final class FolderWatch {

  private static final Logger LOG = System.getLogger(FolderWatch.class.getName());
  private static final long PERIOD_MILLIS = 1_000;

  /** While there is no folder to watch. */
  private static final long RETRY_MILLIS = 100;

  /** Called on the watch's own thread; must not throw. */
  interface Listener {

    /**
     * @param replaced whether the folder was deleted, moved or replaced since the last call
     */
    void onChange(boolean replaced);
  }

  private final Path path;
  private final Listener listener;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final WatchService service;
  private WatchKey key;
  private Object identity;

  FolderWatch(Path path, Listener listener) {
    this.path = path;
    this.listener = listener;
    service = service(path);
    thread = new Thread(this::run, "mesh-registry-file");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Blocks until the thread has ended. */
  void close() throws IOException, InterruptedException {
    closed.countDown();
    if (service != null) {
      service.close();
    }
    thread.join();
  }

  private void run() {
    try {
      arm();
      boolean replaced = false;
      while (closed.getCount() > 0) {
        // armed before looking, so that what changes meanwhile isn't missed
        listener.onChange(replaced);
        await();
        replaced = arm();
      }
    } catch (ClosedWatchServiceException e) {
      return; // closed while waiting: that's how it ends
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void await() throws InterruptedException {
    long patience = identity == null ? RETRY_MILLIS : PERIOD_MILLIS;
    if (service == null) {
      closed.await(patience, TimeUnit.MILLISECONDS);
      return;
    }
    WatchKey signalled = service.poll(patience, TimeUnit.MILLISECONDS);
    if (signalled != null) {
      signalled.pollEvents();
      signalled.reset();
    }
  }

  /** Watches the folder that is there now; true if it's another than before, or none. */
  private boolean arm() {
    Object found = identity();
    boolean valid = key == null ? service == null : key.isValid();
    if (found != null && valid && Objects.equals(found, identity)) {
      return false;
    }
    if (key != null) {
      key.cancel();
    }
    key = register();
    identity = key == null && service != null ? null : found;
    return true;
  }

  private WatchKey register() {
    if (service == null) {
      return null;
    }
    try {
      // a change of an entry is a rename over it; times that owners set must not wake anybody
      return path.register(
          service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
    } catch (IOException e) {
      return null;
    }
  }

  private Object identity() {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  /** Null where the system has no watches left to give: looking once a second has to do then. */
  private static WatchService service(Path path) {
    try {
      return path.getFileSystem().newWatchService();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0} is only read once a second: {1}", path, e.getMessage());
      return null;
    }
  }
}
