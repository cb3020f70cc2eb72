// Calls the conformance suite's service as connect-es's users do, over every transport that it has,
// and prints a line a call. Arguments: the agent's URL, and a file of descriptors.
import {readFileSync} from 'node:fs';
import {createFileRegistry, fromBinary} from '@bufbuild/protobuf';
import {FileDescriptorSetSchema} from '@bufbuild/protobuf/wkt';
import {Code, ConnectError, createClient} from '@connectrpc/connect';
import {createConnectTransport as ofNode, createGrpcWebTransport} from '@connectrpc/connect-node';
import {createConnectTransport as ofWeb} from '@connectrpc/connect-web';

const [baseUrl, descriptors] = process.argv.slice(2);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)));
const service = registry.getService('connectrpc.conformance.v1.ConformanceService');
const bytes = (text) => new TextEncoder().encode(text);
const text = (message) => new TextDecoder().decode(message.payload.data);
const wanted = (...texts) => ({responseData: texts.map(bytes)});

async function* several(...messages) {
  yield* messages;
}

async function unary(client) {
  let region, cost;
  const answer = await client.unary(
      {responseDefinition: {
        response: {case: 'responseData', value: bytes('數學')},
        responseHeaders: [{name: 'region', value: ['eu']}],
        responseTrailers: [{name: 'cost', value: ['3']}]}},
      {onHeader: (headers) => region = headers.get('region'),
       onTrailer: (trailers) => cost = trailers.get('cost')});
  return `${text(answer)} ${region} ${cost}`;
}

async function get(client) {
  const answer = await client.idempotentUnary(
      {responseDefinition: {response: {case: 'responseData', value: bytes('got')}}});
  return text(answer);
}

async function error(client) {
  try {
    await client.unary({responseDefinition: {
      response: {case: 'error', value: {code: 5, message: 'no such 訂單'}}}});
  } catch (e) {
    const details = ConnectError.from(e).findDetails(
        registry.getMessage('connectrpc.conformance.v1.ConformancePayload.RequestInfo'));
    return `${Code[e.code]} ${e.rawMessage} ${details.length}`;
  }
}

async function serverStream(client) {
  const all = [];
  for await (const answer of client.serverStream({responseDefinition: wanted('a', 'b', 'c')})) {
    all.push(text(answer));
  }
  return all.join('');
}

async function clientStream(client) {
  const answer = await client.clientStream(several(
      {responseDefinition: {response: {case: 'responseData', value: bytes('sum')}}},
      {requestData: bytes('x')}, {requestData: bytes('y')}));
  return `${text(answer)} of ${answer.payload.requestInfo.requests.length}`;
}

async function bidi(client) {
  const all = [];
  const requests = several(
      {responseDefinition: wanted('1', '2'), fullDuplex: true}, {requestData: bytes('x')});
  for await (const answer of client.bidiStream(requests)) {
    all.push(text(answer));
  }
  return all.join('');
}

async function late(client) {
  try {
    await client.unary(
        {responseDefinition: {response: {case: 'responseData', value: bytes('late')},
                              responseDelayMs: 60_000}},
        {timeoutMs: 200});
  } catch (e) {
    return Code[e.code];
  }
}

const once = [unary, get, error, serverStream, late];
const json = {interceptors: [], jsonOptions: {registry}, useBinaryFormat: false};
const transports = {
  'web proto': [ofWeb({baseUrl, useBinaryFormat: true, useHttpGet: true}), once],
  'web json': [ofWeb({baseUrl, ...json, useHttpGet: true}), once],
  'node proto h1': [ofNode({baseUrl, httpVersion: '1.1'}), [...once, clientStream]],
  'node json h1': [ofNode({baseUrl, httpVersion: '1.1', ...json}), [...once, clientStream]],
  'node proto h2': [ofNode({baseUrl, httpVersion: '2'}), [...once, clientStream, bidi]],
  'node json h2': [ofNode({baseUrl, httpVersion: '2', ...json}), [...once, clientStream, bidi]],
  'grpc-web json': [createGrpcWebTransport({baseUrl, httpVersion: '1.1', ...json}), once],
};
for (const [name, [transport, calls]] of Object.entries(transports)) {
  for (const call of calls) {
    let said;
    try {
      said = await call(createClient(service, transport));
    } catch (e) {
      said = `failed: ${e.message}`;
    }
    console.log(`${name}, ${call.name}: ${said}`);
  }
}
process.exit(0); // an HTTP/2 connection would keep it here
