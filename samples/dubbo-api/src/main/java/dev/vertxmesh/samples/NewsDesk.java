package dev.vertxmesh.samples;

/** Calls back who subscribes, as only a Dubbo consumer can be called. */
public interface NewsDesk {

  /** Which argument the desk calls back, as Dubbo's configuration has to say. */
  int CALLED_BACK = 1;

  /** Tells the subscriber {@code "first TOPIC"} at once, and returns how many there are. */
  int subscribe(String topic, Subscriber subscriber);

  /** Is told the news. */
  interface Subscriber {
    void onNews(String news);
  }
}
