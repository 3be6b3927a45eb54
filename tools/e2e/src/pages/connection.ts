import type { BrowserContext } from '@playwright/test'
import { routeSockets } from './socket-route.ts'

const API_PATH = /\/api\//

/** The network between a browser, which does not notice its loss, and the server. */
export type ServerNetwork = {
  cut(): Promise<void>
  /** Lets calls through again, but no sockets: a page that connects fetches once more what may not have been pushed. */
  restoreCalls(): Promise<void>
}

/** Routes the calls and sockets of a browser. Its pages must load after it. */
export async function routeServerNetwork(context: BrowserContext): Promise<ServerNetwork> {
  const sockets = await routeSockets(context)
  return {
    async cut() {
      await context.route(API_PATH, (route) => route.abort())
      await sockets.cut()
    },
    restoreCalls: () => context.unroute(API_PATH),
  }
}

/**
 * Takes the API away, but not the code of the pages: without a service worker they could not load it any more. May be repeated,
 * and lets no call through meanwhile.
 */
export async function disconnect(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'))
  for (const page of context.pages()) {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
      dispatchEvent(new Event('offline'))
    })
  }
}

/** Gives the API back. */
export async function reconnect(context: BrowserContext): Promise<void> {
  await context.unroute('**/api/**')
  for (const page of context.pages()) {
    await page.evaluate(() => {
      Reflect.deleteProperty(navigator, 'onLine')
      dispatchEvent(new Event('online'))
    })
  }
}
