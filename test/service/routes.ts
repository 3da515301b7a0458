const prefix = '/api/v1';

/** The six endpoints of interface-spec.md section 4, or why a request matches none. */
export type Route =
  | { endpoint: 'chat' | 'listLoras' | 'listBaseModels' }
  | { endpoint: 'getLora' | 'deleteLora' | 'getBaseModel'; name: string }
  | { problem: 'notFound' }
  | { problem: 'badName' }
  | { problem: 'badMethod'; allow: string };

/**
 * Reads the path as received, because parsing it as a URL would resolve `.` and `..`.
 * A name is one segment; with `slashesInPath` it is the rest of the path, and `%2F` is refused.
 */
export function findRoute(method: string, rawPath: string, slashesInPath: boolean): Route {
  const path = rawPath.split('?', 1)[0] ?? '';
  if (path === `${prefix}/chat/completions`) return only(method, 'POST', { endpoint: 'chat' });
  if (path === `${prefix}/lora`) return only(method, 'GET', { endpoint: 'listLoras' });
  if (path === `${prefix}/base-model`) return only(method, 'GET', { endpoint: 'listBaseModels' });
  const lora = restOf(path, `${prefix}/lora/`, slashesInPath);
  if (lora !== undefined) return named(lora, (name) => loraRoute(method, name));
  const baseModel = restOf(path, `${prefix}/base-model/`, slashesInPath);
  if (baseModel !== undefined) {
    return named(baseModel, (name) => only(method, 'GET', { endpoint: 'getBaseModel', name }));
  }
  return { problem: 'notFound' };
}

function loraRoute(method: string, name: string): Route {
  if (method === 'DELETE') return { endpoint: 'deleteLora', name };
  return only(method, 'GET', { endpoint: 'getLora', name }, 'GET, HEAD, DELETE');
}

/** HEAD is answered as GET: Node leaves the body out. */
function only(
  method: string,
  wanted: 'GET' | 'POST',
  route: Route,
  allow = wanted === 'GET' ? 'GET, HEAD' : wanted,
): Route {
  const isWanted = method === wanted || (wanted === 'GET' && method === 'HEAD');
  return isWanted ? route : { problem: 'badMethod', allow };
}

function restOf(path: string, start: string, slashesInPath: boolean): string | undefined {
  const rest = path.startsWith(start) ? path.slice(start.length) : '';
  const isRefused = slashesInPath ? /%2f/i.test(rest) : rest.includes('/');
  return rest === '' || isRefused ? undefined : rest;
}

function named(encoded: string, route: (name: string) => Route): Route {
  let name: string;
  try {
    name = decodeURIComponent(encoded);
  } catch {
    return { problem: 'badName' };
  }
  return route(name);
}
