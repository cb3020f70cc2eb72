package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.announced.AnnouncedApplication;
import dev.vertxmesh.discovery.announced.ApplicationPlace;
import dev.vertxmesh.discovery.etcd.KeyStore;
import io.vertx.core.Future;

/** Where applications stand in ZooKeeper. */
final class ZooKeeperApplications implements ApplicationPlace {

  private static final int ANY_VERSION = -1;

  private final Nodes nodes;
  private final String root;
  private final KeyStore instances;

  /**
   * @param root of Dubbo's layout, without a slash at its end
   * @param services where applications register, likewise
   */
  ZooKeeperApplications(Session session, String root, String services) {
    this.nodes = new Nodes(session);
    this.root = root;
    this.instances = new ZooKeeperKeys(session, services, null);
  }

  @Override
  public KeyStore instances() {
    return instances;
  }

  @Override
  public String entry(AnnouncedApplication application) {
    return application.ofCurator().encode();
  }

  private String metadata(AnnouncedApplication application) {
    return ZooKeeperFollowed.metadataPath(root, application.name(), application.revision());
  }

  /** A revision says always the same. */
  @Override
  public Future<Void> putMetadata(AnnouncedApplication application) {
    String path = metadata(application);
    String text = application.metadata();
    return nodes
        .createNew(path, text)
        .compose(
            isNew ->
                isNew ? Future.succeededFuture() : nodes.set(path, text, ANY_VERSION).mapEmpty());
  }

  @Override
  public Future<Boolean> hasMetadata(AnnouncedApplication application) {
    return nodes.exists(metadata(application));
  }

  @Override
  public Future<Void> removeMetadata(AnnouncedApplication application) {
    return nodes.delete(metadata(application));
  }

  @Override
  public Future<Mapping> mapping(String interfaceName) {
    return nodes
        .get(ZooKeeperFollowed.mappingPath(root, interfaceName))
        .map(
            node ->
                node.map(one -> new Mapping(one.value(), "" + one.stat().getVersion()))
                    .orElse(new Mapping("", "")))
        .recover(ZooKeeperApplications::forbidden);
  }

  @Override
  public Future<Boolean> map(String interfaceName, Mapping before, String text) {
    String path = ZooKeeperFollowed.mappingPath(root, interfaceName);
    Future<Boolean> isWritten =
        before.version().isEmpty()
            ? nodes.createNew(path, text)
            : nodes.set(path, text, Integer.parseInt(before.version()));
    return isWritten.recover(ZooKeeperApplications::forbidden);
  }

  /** One interface's may be somebody else's alone. */
  private static <T> Future<T> forbidden(Throwable e) {
    return Future.failedFuture(
        FailureCode.isForbidden(e) ? new IllegalArgumentException(e.getMessage(), e) : e);
  }
}
