package dev.vertxmesh.kvstore.store;

import com.google.protobuf.ByteString;
import java.util.List;

/** Where changes are written to; its methods block. */
interface Disk {

  /**
   * @param entry null for a key that is no more
   * @param version the highest ever given by then
   */
  record Change(ByteString key, Entry entry, long version) {}

  /**
   * All of them or, if the process dies meanwhile, none; once it returns they survive its death.
   *
   * @throws StoreException if they can't be written
   */
  void write(List<Change> changes);

  void close();
}
