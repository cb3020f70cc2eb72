package com.example.orders;

import java.util.List;

/** What this application offers. */
public interface OrderService {

  /**
   * What an order costs.
   *
   * @throws UnknownArticleException if there's no such article
   */
  Receipt order(Order order) throws UnknownArticleException;

  /** The names of all articles. */
  List<String> articles();
}
