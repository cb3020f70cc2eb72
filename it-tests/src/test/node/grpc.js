// Calls the service of gRPC's interoperability tests by npm's @grpc/grpc-js or, as browsers do, by
// grpc-web, with messages in bytes; makes a line of each call's outcome.
//
//   node grpc.js grpc-js|grpc-web HOST:PORT
'use strict';

const [library, address] = process.argv.slice(2);

const SERVICE = '/grpc.testing.TestService/';
const bytes = (hex) => Buffer.from(hex, 'hex');
const SIZE_100_000 = bytes('10a08d06');
const REFUSED = bytes('3a0b080712076e6f7420796f75');
const SIZES = bytes('12020803' + '120408c09a0c' + '12020800');
const PART = bytes('0a051203616263');
const EMPTY = Buffer.alloc(0);

async function tell(name, outcome) {
  try {
    console.log(`answer ${name}: ${await outcome}`);
  } catch (error) {
    console.log(`answer ${name}: error ${error.code} ${error.code === 7 ? error.message : ''}`.trimEnd());
  }
}

async function overHttp2() {
  const grpc = require('@grpc/grpc-js');
  const client = new grpc.Client(address, grpc.credentials.createInsecure());
  const same = (x) => x;
  const deadline = (millis) => ({ deadline: Date.now() + millis });
  const unary = (method, message, metadata = new grpc.Metadata(), headers = () => {}) =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(SERVICE + method, same, same, message, metadata, deadline(100000),
        (error, reply) => (error ? reject(error) : resolve(reply)))
        .on('metadata', headers);
    });
  const sizes = (stream) => new Promise((resolve, reject) => {
    const all = [];
    stream.on('data', (one) => all.push(one.length));
    stream.on('end', () => resolve(`[${all}]`));
    stream.on('error', reject);
  });
  const none = new grpc.Metadata();

  await tell('empty', unary('EmptyCall', EMPTY).then((reply) => reply.length));
  await tell('unary', unary('UnaryCall', SIZE_100_000).then((reply) => reply.length));
  await tell('together', Promise.all([...Array(50)].map(() => unary('UnaryCall', SIZE_100_000)))
    .then((all) => all.filter((reply) => reply.length > 100000).length));
  await tell('refused', unary('UnaryCall', REFUSED));
  await tell('server stream', sizes(client.makeServerStreamRequest(
    SERVICE + 'StreamingOutputCall', same, same, SIZES, none, deadline(100000))));
  await tell('client stream', new Promise((resolve, reject) => {
    const call = client.makeClientStreamRequest(SERVICE + 'StreamingInputCall', same, same, none,
      deadline(100000), (error, reply) => (error ? reject(error) : resolve(reply.toString('hex'))));
    for (let i = 0; i < 5; i++) call.write(PART);
    call.end();
  }));
  const duplex = client.makeBidiStreamRequest(
    SERVICE + 'FullDuplexCall', same, same, none, deadline(100000));
  for (let i = 0; i < 3; i++) duplex.write(SIZES);
  duplex.end();
  await tell('both ways', sizes(duplex));
  const echoed = new grpc.Metadata();
  echoed.set('x-grpc-test-echo-initial', 'first');
  await tell('metadata', new Promise((resolve, reject) => {
    unary('UnaryCall', SIZE_100_000, echoed, (told) => resolve(told.get('x-grpc-test-echo-initial')))
      .catch(reject);
  }));
  const cancelled = client.makeBidiStreamRequest(
    SERVICE + 'FullDuplexCall', same, same, none, deadline(100000));
  cancelled.write(SIZES);
  cancelled.once('data', () => cancelled.cancel());
  await tell('cancelled', sizes(cancelled));
  // whoever sees first that the time is over says so in its own way, the server (1) or the client (4)
  await tell('deadline', sizes(client.makeBidiStreamRequest(
    SERVICE + 'FullDuplexCall', same, same, none, deadline(1)))
    .catch((error) => (error.code === 1 || error.code === 4 ? 'over' : Promise.reject(error))));
  await tell('no method', unary('UnimplementedCall', EMPTY));
  client.close();
}

async function asABrowser() {
  global.XMLHttpRequest = require('xhr2');
  const web = require('grpc-web');
  for (const format of ['text', 'binary']) {
    const client = new web.GrpcWebClientBase({ format });
    const description = (method, type) => new web.MethodDescriptor(
      SERVICE + method, type, Object, Object, (x) => new Uint8Array(x), (x) => Buffer.from(x));
    const unary = (method, message) => client.unaryCall(
      `http://${address}${SERVICE}${method}`, message, {}, description(method, 'unary'));
    await tell(`${format} empty`, unary('EmptyCall', EMPTY).then((reply) => reply.length));
    await tell(`${format} unary`, unary('UnaryCall', SIZE_100_000).then((reply) => reply.length));
    await tell(`${format} refused`, unary('UnaryCall', REFUSED));
    await tell(`${format} no method`, unary('UnimplementedCall', EMPTY));
    if (format === 'text') { // the library streams in no other
      await tell(`${format} server stream`, new Promise((resolve, reject) => {
        const all = [];
        client.serverStreaming(`http://${address}${SERVICE}StreamingOutputCall`, SIZES, {},
          description('StreamingOutputCall', 'server_streaming'))
          .on('data', (one) => all.push(one.length))
          .on('end', () => resolve(`[${all}]`))
          .on('error', reject);
      }));
    }
  }
}

(library === 'grpc-web' ? asABrowser() : overHttp2()).then(() => process.exit(0));
