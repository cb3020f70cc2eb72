package dev.vertxmesh.samples;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;

/** A field of each simple kind; the base of a longer class, as gateways forget inherited fields. */
public class Plain implements Serializable {
  private static final long serialVersionUID = 1L;

  private boolean flag;
  private byte tiny;
  private short small;
  private int number;
  private long big;
  private float single;
  private double twice;
  private char letter;
  private Boolean boxedFlag;
  private Byte boxedTiny;
  private Short boxedSmall;
  private Integer boxedNumber;
  private Long boxedBig;
  private Float boxedSingle;
  private Double boxedTwice;
  private Character boxedLetter;
  private String text;
  private BigDecimal price;
  private BigInteger huge;

  public boolean isFlag() {
    return flag;
  }

  public void setFlag(boolean flag) {
    this.flag = flag;
  }

  public byte getTiny() {
    return tiny;
  }

  public void setTiny(byte tiny) {
    this.tiny = tiny;
  }

  public short getSmall() {
    return small;
  }

  public void setSmall(short small) {
    this.small = small;
  }

  public int getNumber() {
    return number;
  }

  public void setNumber(int number) {
    this.number = number;
  }

  public long getBig() {
    return big;
  }

  public void setBig(long big) {
    this.big = big;
  }

  public float getSingle() {
    return single;
  }

  public void setSingle(float single) {
    this.single = single;
  }

  public double getTwice() {
    return twice;
  }

  public void setTwice(double twice) {
    this.twice = twice;
  }

  public char getLetter() {
    return letter;
  }

  public void setLetter(char letter) {
    this.letter = letter;
  }

  public Boolean getBoxedFlag() {
    return boxedFlag;
  }

  public void setBoxedFlag(Boolean boxedFlag) {
    this.boxedFlag = boxedFlag;
  }

  public Byte getBoxedTiny() {
    return boxedTiny;
  }

  public void setBoxedTiny(Byte boxedTiny) {
    this.boxedTiny = boxedTiny;
  }

  public Short getBoxedSmall() {
    return boxedSmall;
  }

  public void setBoxedSmall(Short boxedSmall) {
    this.boxedSmall = boxedSmall;
  }

  public Integer getBoxedNumber() {
    return boxedNumber;
  }

  public void setBoxedNumber(Integer boxedNumber) {
    this.boxedNumber = boxedNumber;
  }

  public Long getBoxedBig() {
    return boxedBig;
  }

  public void setBoxedBig(Long boxedBig) {
    this.boxedBig = boxedBig;
  }

  public Float getBoxedSingle() {
    return boxedSingle;
  }

  public void setBoxedSingle(Float boxedSingle) {
    this.boxedSingle = boxedSingle;
  }

  public Double getBoxedTwice() {
    return boxedTwice;
  }

  public void setBoxedTwice(Double boxedTwice) {
    this.boxedTwice = boxedTwice;
  }

  public Character getBoxedLetter() {
    return boxedLetter;
  }

  public void setBoxedLetter(Character boxedLetter) {
    this.boxedLetter = boxedLetter;
  }

  public String getText() {
    return text;
  }

  public void setText(String text) {
    this.text = text;
  }

  public BigDecimal getPrice() {
    return price;
  }

  public void setPrice(BigDecimal price) {
    this.price = price;
  }

  public BigInteger getHuge() {
    return huge;
  }

  public void setHuge(BigInteger huge) {
    this.huge = huge;
  }
}
