package dev.vertxmesh.discovery.file;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** A registry in a folder: what it holds is read by {@link FileMembership}'s rules. */
final class FileRegistry implements Registry {

  private static final Logger LOG = System.getLogger(FileRegistry.class.getName());

  private static final long CATCH_UP_MILLIS = 1_000;

  private final Vertx vertx;
  private final Folder folder;
  private final OwnerProcess self = OwnerProcess.current();
  private final Path path;
  private final SnapshotPublisher snapshots = new SnapshotPublisher();

  /** What this process announced; its monitor also orders writing and withdrawing. */
  private final Map<String, Entry> announced = new HashMap<>();

  private final FileMembership membership = new FileMembership();
  private final Looks looks = new Looks(this::lookOnce);
  private FolderWatch watch;
  private volatile boolean closed;
  private String lastProblem = "";
  private volatile Map<String, String> malformed = Map.of();
  private volatile long rightAtNanos = System.nanoTime();

  FileRegistry(Vertx vertx, Path path) {
    this.vertx = vertx;
    this.path = path;
    this.folder = new Folder(path);
  }

  @Override
  public String describe() {
    return "file:" + path;
  }

  @Override
  public Future<Void> check() {
    return blocking(
        () -> {
          folder.open();
          folder.refuseIfReadOnly();
          return null;
        });
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return blocking(
        () -> {
          folder.open();
          synchronized (announced) {
            refuseWhenClosed();
            Entry entry = new Entry(instance, self);
            folder.write(entry);
            announced.put(instance.id(), entry);
          }
          keepLooking();
          return new Announced(instance.id());
        });
  }

  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    Context context = vertx.getOrCreateContext();
    return blocking(
            () -> {
              folder.open();
              keepLooking();
              return null;
            })
        .compose(nothing -> snapshots.subscribe(context, listener));
  }

  /** A folder may be on a file system that doesn't tell of changes, or hangs. */
  @Override
  public Future<Void> catchUp() {
    Context context = vertx.getOrCreateContext();
    Promise<Void> told = Promise.promise(); // on whichever thread has looked
    Promise<Void> toldHere = Promise.promise();
    long patience = vertx.setTimer(CATCH_UP_MILLIS, id -> told.tryComplete());
    told.future().onComplete(done -> context.runOnContext(here -> toldHere.complete()));
    looks.ask(told);
    return toldHere.future().onComplete(done -> vertx.cancelTimer(patience));
  }

  private Future<Void> lookOnce() {
    return blocking(
        () -> {
          if (!closed) {
            look(false);
          }
          return null;
        });
  }

  @Override
  public long ageMillis() {
    return (System.nanoTime() - rightAtNanos) / 1_000_000;
  }

  @Override
  public int size() {
    return snapshots.size();
  }

  @Override
  public int malformed() {
    return malformed.size();
  }

  @Override
  public Map<String, String> skippedEntries() {
    return Folder.told(malformed, MOST_SKIPPED_TOLD);
  }

  @Override
  public Future<Void> close() {
    snapshots.close();
    return blocking(
        () -> {
          stopLooking();
          synchronized (announced) {
            for (String id : announced.keySet()) {
              folder.remove(id);
            }
            announced.clear();
          }
          return null;
        });
  }

  private Future<Void> replace(String id, Instance instance) {
    return blocking(
        () -> {
          synchronized (announced) {
            if (!announced.containsKey(id) || !instance.id().equals(id)) {
              throw new RegistryFailure(id + " is not announced, and can't be replaced", null);
            }
            Entry entry = new Entry(instance, self);
            folder.write(entry);
            announced.put(id, entry);
          }
          return null;
        });
  }

  private Future<Void> withdraw(String id) {
    return blocking(
        () -> {
          synchronized (announced) {
            if (announced.remove(id) != null) {
              folder.remove(id);
            }
          }
          return null;
        });
  }

  private synchronized void keepLooking() {
    refuseWhenClosed();
    if (watch == null) {
      watch = new FolderWatch(folder.path(), this::look);
      watch.start();
    }
  }

  private void refuseWhenClosed() {
    if (closed) {
      throw new RegistryFailure("the registry was closed", null);
    }
  }

  private synchronized void stopLooking() throws IOException, InterruptedException {
    closed = true;
    if (watch != null) {
      watch.close();
      watch = null;
    }
  }

  /** On the watch's thread, or a worker's. */
  private void look(boolean replaced) {
    synchronized (membership) {
      lookNow(replaced, System.nanoTime() / 1_000_000);
    }
  }

  private void lookNow(boolean replaced, long now) {
    try {
      if (replaced) {
        membership.hold(now);
        folder.open();
      }
      keepAnnounced(System.currentTimeMillis());
      Folder.Listing listing = folder.list();
      listAnnounced(listing.entries());
      Set<String> gone = membership.update(listing, now);
      rightAtNanos = System.nanoTime();
      report(listing.malformed());
      snapshots.publish(membership.instances());
      gone.forEach(this::clear);
      onProblem("");
    } catch (IOException e) {
      onProblem("registry folder " + folder.path() + ": " + Folder.reason(e));
    } catch (RuntimeException | Error e) { // the watch goes on: the next look may do better
      onProblem(e instanceof RegistryFailure ? e.getMessage() : e.toString());
    }
  }

  private void clear(String id) {
    try {
      folder.remove(id);
    } catch (RegistryFailure e) {
      // an agent that may write in the folder will do it; here it's left out in any case
      LOG.log(Level.DEBUG, e::getMessage);
    }
  }

  /** Shows a sign of life, and puts back what somebody else took away. */
  private void keepAnnounced(long now) throws IOException {
    synchronized (announced) {
      for (Entry entry : announced.values()) {
        if (!folder.touch(entry.instance().id(), now)) {
          folder.open();
          folder.write(entry);
        }
      }
    }
  }

  /** What was taken away since is put back with the next look, and isn't gone meanwhile. */
  private void listAnnounced(Map<String, Entry> listed) {
    synchronized (announced) {
      announced.forEach(listed::putIfAbsent);
    }
  }

  private void report(Map<String, String> found) {
    Folder.report(found, malformed);
    malformed = found;
  }

  private void onProblem(String problem) {
    if (!problem.equals(lastProblem)) {
      lastProblem = problem;
      if (problem.isEmpty()) {
        LOG.log(Level.INFO, "registry folder {0} can be used again", folder.path());
      } else {
        LOG.log(Level.WARNING, "{0}; what was known last stays", problem);
      }
    }
  }

  private <T> Future<T> blocking(Callable<T> work) {
    return vertx.executeBlocking(work, false);
  }

  private final class Announced implements Registration {
    private final String id;

    Announced(String id) {
      this.id = id;
    }

    @Override
    public Future<Void> replace(Instance instance) {
      return FileRegistry.this.replace(id, instance);
    }

    @Override
    public Future<Void> withdraw() {
      return FileRegistry.this.withdraw(id);
    }
  }
}
