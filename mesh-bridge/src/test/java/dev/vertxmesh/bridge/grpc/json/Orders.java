package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import java.util.List;

/** The descriptors of a service that has something of everything. */
final class Orders {

  static final String SERVICE = "shop.Orders";

  private static final String ITEMS =
      """
      name: "shop/items.proto" package: "shop" syntax: "proto3"
      message_type {
        name: "Item"
        field { name: "name" number: 1 label: LABEL_OPTIONAL type: TYPE_STRING }
        field { name: "how_many" number: 2 label: LABEL_OPTIONAL type: TYPE_INT32
                json_name: "howMany" }
        field { name: "tags" number: 3 label: LABEL_REPEATED type: TYPE_STRING }
        field { name: "price" number: 4 label: LABEL_OPTIONAL type: TYPE_UINT64 }
      }
      enum_type { name: "Color" value { name: "RED" number: 0 } value { name: "BLUE" number: 1 } }
      """;

  private static final String ORDERS =
      """
      name: "shop/orders.proto" package: "shop" syntax: "proto3"
      dependency: "shop/items.proto" dependency: "google/protobuf/timestamp.proto"
      dependency: "google/protobuf/any.proto" dependency: "google/protobuf/wrappers.proto"
      message_type {
        name: "Order"
        field { name: "id" number: 1 label: LABEL_OPTIONAL type: TYPE_INT64 }
        field { name: "items" number: 2 label: LABEL_REPEATED type: TYPE_MESSAGE
                type_name: ".shop.Item" }
        field { name: "by_shelf" number: 3 label: LABEL_REPEATED type: TYPE_MESSAGE
                type_name: ".shop.Order.ByShelfEntry" json_name: "byShelf" }
        field { name: "color" number: 4 label: LABEL_OPTIONAL type: TYPE_ENUM
                type_name: ".shop.Color" }
        field { name: "at" number: 5 label: LABEL_OPTIONAL type: TYPE_MESSAGE
                type_name: ".google.protobuf.Timestamp" }
        field { name: "photo" number: 6 label: LABEL_OPTIONAL type: TYPE_BYTES }
        field { name: "more" number: 7 label: LABEL_OPTIONAL type: TYPE_MESSAGE
                type_name: ".google.protobuf.Any" }
        field { name: "args" number: 8 label: LABEL_OPTIONAL type: TYPE_STRING }
        %s
        nested_type {
          name: "ByShelfEntry"
          field { name: "key" number: 1 label: LABEL_OPTIONAL type: TYPE_STRING }
          field { name: "value" number: 2 label: LABEL_OPTIONAL type: TYPE_MESSAGE
                  type_name: ".shop.Item" }
          options { map_entry: true }
        }
      }
      service {
        name: "Orders"
        method { name: "Place" input_type: ".shop.Order" output_type: ".shop.Order" }
        method { name: "Name" input_type: ".google.protobuf.StringValue"
                 output_type: ".google.protobuf.StringValue"
                 options { idempotency_level: NO_SIDE_EFFECTS } }
        method { name: "Follow" input_type: ".shop.Order" output_type: ".shop.Order"
                 server_streaming: true }
        method { name: "Fill" input_type: ".shop.Order" output_type: ".shop.Order"
                 client_streaming: true }
        %s
      }
      """;

  private Orders() {}

  /** In no order that would help. */
  static List<FileDescriptorProto> files() {
    return files("", "");
  }

  /** As it is after the next release. */
  static List<FileDescriptorProto> newerFiles() {
    return files(
        "field { name: \"note\" number: 9 label: LABEL_OPTIONAL type: TYPE_STRING }",
        "method { name: \"Cancel\" input_type: \".shop.Order\" output_type: \".shop.Order\" }");
  }

  private static List<FileDescriptorProto> files(String field, String method) {
    return List.of(
        file(ORDERS.formatted(field, method)),
        file(ITEMS),
        AnyProto.getDescriptor().toProto(),
        WrappersProto.getDescriptor().toProto(),
        TimestampProto.getDescriptor().toProto());
  }

  static FileDescriptorSet set() {
    return FileDescriptorSet.newBuilder().addAllFile(files()).build();
  }

  private static FileDescriptorProto file(String text) {
    try {
      return TextFormat.parse(text, FileDescriptorProto.class);
    } catch (TextFormat.ParseException e) {
      throw new AssertionError(e);
    }
  }
}
