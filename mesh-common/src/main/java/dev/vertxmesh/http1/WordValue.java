package dev.vertxmesh.http1;

/** A value that is compared with one word, in letters of any case. */
final class WordValue implements FieldValue {

  private final byte[] word;
  private int length;
  private boolean same;

  WordValue(String word) {
    this.word = Bytes.of(word);
  }

  void clear() {
    length = 0;
    same = true;
  }

  @Override
  public void next(byte b) {
    same = same && length < word.length && Bytes.token(b) == word[length];
    length++;
  }

  @Override
  public void end() {
    same = same && length == word.length;
  }

  /** Once it has ended: whether it was that word. */
  boolean isIt() {
    return same;
  }
}
