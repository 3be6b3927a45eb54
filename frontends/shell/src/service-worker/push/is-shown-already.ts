import { toOwnPath } from './own-path.ts'
import type { ShownPush } from './push-payload.ts'
import { listPages, type PageClient, type PushScope } from './push-scope.ts'
import { requestFromPage } from './request-from-page.ts'

const ALERTS_PATH = '/alert'

/** Returns true if a visible page shows the conversation of a message, or what a notification is about. */
export async function isShownAlready(scope: PushScope, { type, path }: ShownPush): Promise<boolean> {
  if (type === 'test') return false
  const pages = (await listPages(scope)).filter(({ visibilityState }) => visibilityState === 'visible')
  const paths = await Promise.all(pages.map((page) => readPath(page, scope.origin)))
  return paths.some((shown) => shown === path || (type !== 'message' && shown === ALERTS_PATH))
}

/** Browsers differ in whether `url` follows the navigation inside a page. */
async function readPath(page: PageClient, origin: string): Promise<string | undefined> {
  const response = await requestFromPage(page, { type: 'read-path' })
  return toOwnPath(typeof response === 'string' ? response : page.url, origin)
}
