import type { AddressInfo } from 'node:net'
import { createListener } from '@meadow/service'
import { findRoute, toUpstreamUrl } from '../../gateway/src/routes.ts'
import { at } from './clock.ts'
import type { Services } from './services.ts'

export type FrontDoor = AsyncDisposable & { url: string }

/** The header in which a call says when it is made. Only this door reads it, and it is gone with the filling. */
export const MOMENT = 'x-moment'

const PATIENCE = 1_000

/** The way into the services that the gateway is later, by its own map; each call takes place in the moment it names. */
export async function openFrontDoor(services: Services): Promise<FrontDoor> {
  const listener = createListener((request, response) => {
    const { url = '/', headers } = request
    const to = findRoute(url.split('?', 1)[0] ?? url)?.to
    if (to === undefined || to === 'frontends') return void response.writeHead(404).end()
    request.url = toUpstreamUrl(url)
    at(new Date(String(headers[MOMENT])), () => services[to].app(request, response))
  })
  await listener.listen(0, '127.0.0.1')
  const { port } = listener.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/api`, [Symbol.asyncDispose]: () => listener.close(PATIENCE) }
}
