// Takes the steps through the proxy in HTTP_PROXY, which Node's fetch reads when it starts, and prints the outcomes:
//   HTTP_PROXY=http://127.0.0.1:PORT node --use-env-proxy throughProxy.ts
import { createHostTransport } from '../../src/api/index.ts';
import { startService } from '../service/service.ts';
import { takeSteps, usualSpeed } from './steps.ts';

const service = await startService({ tokensPerSecond: usualSpeed });
const outcomes = await takeSteps({ url: service.url, transport: createHostTransport(), service });
process.stdout.write(JSON.stringify(outcomes));
await service.close();
