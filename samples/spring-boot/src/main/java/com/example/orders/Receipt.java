package com.example.orders;

import java.io.Serializable;
import java.math.BigDecimal;

/** What an order came to. */
public class Receipt implements Serializable {

  private static final long serialVersionUID = 1;

  private Order order;
  private BigDecimal total;

  public Order getOrder() {
    return order;
  }

  public void setOrder(Order order) {
    this.order = order;
  }

  public BigDecimal getTotal() {
    return total;
  }

  public void setTotal(BigDecimal total) {
    this.total = total;
  }
}
