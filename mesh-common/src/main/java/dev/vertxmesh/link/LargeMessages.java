package dev.vertxmesh.link;

import dev.vertxmesh.frame.Chunk;
import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashSet;
import java.util.Set;

/** The messages of a link that leave a chunk at a time, and the memory that they take meanwhile. */
final class LargeMessages {

  private final class Message implements SendQueue.Turn {
    private final int id;
    private final ByteBuf rest;
    private final int charged;

    Message(int id, ByteBuf rest, int charged) {
      this.id = id;
      this.rest = rest;
      this.charged = charged;
    }

    @Override
    public boolean send() {
      int length = Math.min(chunk, rest.readableBytes());
      boolean last = length == rest.readableBytes();
      sendQueue.frame(out -> Chunk.encodeHead(out, id, last, length));
      bytes -= length;
      if (last) {
        waiting.remove(this);
        memory.give(charged);
        sendQueue.payload(rest);
      } else {
        sendQueue.payload(rest.readRetainedSlice(length));
      }
      return !last;
    }

    void release() {
      memory.give(charged);
      rest.release();
    }
  }

  private final SendQueue sendQueue;
  private final int chunk;
  private final MemoryBudget memory = MemoryBudget.ofDirect();
  private final Set<Message> waiting = new LinkedHashSet<>();
  private int bytes;
  private boolean closed;

  /**
   * @param chunk bytes of a message that leave at a time
   */
  LargeMessages(SendQueue sendQueue, int chunk) {
    this.sendQueue = sendQueue;
    this.chunk = chunk;
  }

  /** Whether a message of so many bytes is one of them. */
  boolean isLarge(int size) {
    return size > chunk;
  }

  /** Takes memory for one that is going to wait here; false if there isn't so much. */
  boolean reserve(int size) {
    return memory.take(size);
  }

  /** Gives back what was taken for one that can't be sent. */
  void unreserve(int size) {
    memory.give(size);
  }

  /**
   * Sends the payload in chunks, as the socket takes them; its head has been written.
   *
   * @param reserved bytes of memory that were taken for it
   */
  void send(int id, ByteBuf payload, int reserved) {
    Message message = new Message(id, payload, reserved);
    if (closed) {
      message.release();
    } else {
      bytes += payload.readableBytes();
      waiting.add(message);
      sendQueue.turn(message);
    }
  }

  /** Forgets what is left of a message. */
  void drop(int id) {
    if (waiting.isEmpty()) {
      return; // as nearly always: looking through none would make an iterator
    }
    for (Message message : waiting) {
      if (message.id == id) {
        waiting.remove(message);
        sendQueue.forget(message);
        bytes -= message.rest.readableBytes();
        message.release();
        return;
      }
    }
  }

  /** Bytes that wait. */
  int bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Releases all that was never sent. */
  void close() {
    closed = true;
    waiting.forEach(Message::release);
    waiting.clear();
  }
}
