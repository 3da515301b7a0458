import { createServer } from 'node:http';
import { listenHere } from '../../service/network/listening.ts';
import { startService } from '../../service/service.ts';

export interface ServicePlace {
  /** The URL of the local reference service. */
  url: string;
  /** A POST to it changes the price of every hundredth LoRA, and answers with their names. */
  changeUrl: string;
}

/** The local service with this many LoRAs, in the process of the job. */
export async function makeJob(apiKey: string): Promise<(loras: number) => Promise<ServicePlace>> {
  return async (loras) => {
    const service = await startService({ keys: [apiKey], loras });
    const control = createServer((_request, response) => {
      const changed = service.catalog.loras.filter((_lora, index) => index % 100 === 50);
      for (const lora of changed) lora.unit_price += 1;
      response.end(JSON.stringify(changed.map(({ name }) => name)));
    });
    return { url: service.url, changeUrl: (await listenHere(control)).url };
  };
}
