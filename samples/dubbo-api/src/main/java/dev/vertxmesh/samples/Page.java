package dev.vertxmesh.samples;

import java.io.Serializable;
import java.util.List;

/** One page of a longer list; its element type is known from the method's signature only. */
// the collections that are put in are serializable; their interfaces don't say so
@SuppressWarnings("serial")
public class Page<T> implements Serializable {
  private static final long serialVersionUID = 1L;

  private List<T> items;
  private int total;

  public List<T> getItems() {
    return items;
  }

  public void setItems(List<T> items) {
    this.items = items;
  }

  public int getTotal() {
    return total;
  }

  public void setTotal(int total) {
    this.total = total;
  }
}
