package dev.vertxmesh.simulation.agent;

import dev.vertxmesh.simulation.net.Network;
import dev.vertxmesh.simulation.net.SimTransport;
import dev.vertxmesh.simulation.world.Faults;
import dev.vertxmesh.simulation.world.SimLoop;
import dev.vertxmesh.simulation.world.World;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;

/**
 * A process on a host: an event loop, a thread for its registry, and clocks that began somewhere
 * else than the others'. All processes of a run share one Vert.x, of which they have nothing in
 * common but the class.
 */
public final class SimProcess implements SimTransport.Place {

  /** 2026-01-01. */
  private static final long WALL_MILLIS = 1_767_225_600_000L;

  private final VertxInternal vertx;
  private final World world;
  private final Network network;
  private final String name;
  private final String host;
  private final long origin;
  private final SimLoop loop;
  private final SimLoop registryLoop;
  private final ContextInternal context;
  private long wallOffset;
  private boolean gone;
  private int standing;

  /**
   * @param origin what its monotonic clock said when the run began, in nanoseconds
   */
  SimProcess(
      VertxInternal vertx, World world, Network network, String name, String host, long origin) {
    this.vertx = vertx;
    this.world = world;
    this.network = network;
    this.name = name;
    this.host = host;
    this.origin = origin;
    this.loop = new SimLoop(world, name, this);
    this.registryLoop = new SimLoop(world, name + ".reg", this);
    this.context = vertx.contextBuilder().withEventLoop(loop).build();
    context.exceptionHandler(this::onFault);
    loop.around(turn -> context.dispatch(turn));
  }

  private void onFault(Throwable fault) {
    world.broken("no-fault", name + ": " + Faults.text(fault));
  }

  VertxInternal vertx() {
    return vertx;
  }

  ContextInternal context() {
    return context;
  }

  SimLoop loop() {
    return loop;
  }

  SimLoop registryLoop() {
    return registryLoop;
  }

  public World world() {
    return world;
  }

  @Override
  public Network network() {
    return network;
  }

  public String name() {
    return name;
  }

  @Override
  public String host() {
    return host;
  }

  /** Its monotonic clock. */
  public long nanos() {
    return world.now() + origin;
  }

  /** Its wall clock, in milliseconds since 1970. */
  public long wallMillis() {
    return WALL_MILLIS + world.now() / 1_000_000 + wallOffset;
  }

  /** Its wall clock jumps. */
  public void step(long millis) {
    wallOffset += millis;
  }

  /** Later, on its loop, unless it's gone by then. */
  public void after(long nanos, Runnable action) {
    world.after(nanos, () -> run(action));
  }

  /** Later, on its loop, gone or not: so that what a process held is given back. */
  public void always(long nanos, Runnable action) {
    world.after(nanos, () -> loop.execute(action));
  }

  /** On its loop, unless it's gone. */
  public void run(Runnable action) {
    if (!gone) {
      loop.execute(action);
    }
  }

  void stop() {
    loop.stop();
    registryLoop.stop();
  }

  void go() {
    loop.go();
    registryLoop.go();
  }

  /** Nothing of it is seen by others from here on. */
  void end() {
    gone = true;
    go();
  }

  /** Timers that stay until the verticle they belong to is undeployed, which this isn't. */
  void standing(int timers) {
    standing = timers;
  }

  int standing() {
    return standing;
  }

  public boolean isGone() {
    return gone;
  }
}
