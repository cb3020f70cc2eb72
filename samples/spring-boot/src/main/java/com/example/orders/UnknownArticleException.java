package com.example.orders;

/** There is no such article. */
public class UnknownArticleException extends Exception {

  private static final long serialVersionUID = 1;

  public UnknownArticleException(String article) {
    super("no article " + article);
  }
}
