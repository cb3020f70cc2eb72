package com.example.orders;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.dubbo.config.annotation.DubboService;

/** Articles at fixed prices. */
@DubboService
public class Orders implements OrderService {

  private static final Map<String, BigDecimal> PRICES =
      new TreeMap<>(Map.of("book", new BigDecimal("12.50"), "pen", new BigDecimal("0.99")));

  @Override
  public Receipt order(Order order) throws UnknownArticleException {
    BigDecimal price = PRICES.get(order.getArticle());
    if (price == null) {
      throw new UnknownArticleException(order.getArticle());
    }
    Receipt receipt = new Receipt();
    receipt.setOrder(order);
    receipt.setTotal(price.multiply(BigDecimal.valueOf(order.getCount())));
    return receipt;
  }

  @Override
  public List<String> articles() {
    return List.copyOf(PRICES.keySet());
  }
}
