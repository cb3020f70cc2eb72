package dev.vertxmesh.samples;

/** An enum whose constants have bodies: the class of a constant is not the enum's own. */
public enum Operation {
  PLUS {
    @Override
    public int apply(int left, int right) {
      return left + right;
    }
  },
  TIMES {
    @Override
    public int apply(int left, int right) {
      return left * right;
    }
  };

  /** This operation of the two, as {@code int}s overflow. */
  public abstract int apply(int left, int right);
}
