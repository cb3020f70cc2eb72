package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.call.Call;

/**
 * A call that a consumer waits for.
 *
 * @param id the consumer's, for the answer
 * @param serialization of the request
 * @param counted whether its items have lengths before them, if it's in fastjson
 * @param held bytes of its body, as the budget counts them
 */
record CallInFlight(long id, int serialization, boolean counted, int held, Call call) {}
