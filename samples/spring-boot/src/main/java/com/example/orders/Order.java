package com.example.orders;

import java.io.Serializable;

/** So many of one article. */
public class Order implements Serializable {

  private static final long serialVersionUID = 1;

  private String article;
  private int count;

  public String getArticle() {
    return article;
  }

  public void setArticle(String article) {
    this.article = article;
  }

  public int getCount() {
    return count;
  }

  public void setCount(int count) {
    this.count = count;
  }
}
