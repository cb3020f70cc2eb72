/** What of {@code zookeeper://} has to stand in the package of ZooKeeper's own client. */
package org.apache.zookeeper;
