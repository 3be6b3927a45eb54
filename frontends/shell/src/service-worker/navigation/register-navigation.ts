import { MAIL_LINK_PATHS } from '@meadow/contracts/limits'
import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import { registerRoute } from 'workbox-routing'
import { matchDocument } from '../releases/match-file.ts'
import { checkAndReport } from '../releases/register-releases.ts'

/**
 * Answers the request for a page with the document of the current release. The preloaded response of the server is used if
 * there is no release; otherwise it shows whether there is a newer one, also if the page itself does not start.
 */
export function registerNavigation(): void {
  enableNavigationPreload()
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && isPagePath(url.pathname),
    async ({ request, url, event }) => {
      const preloaded = (event as FetchEvent).preloadResponse as Promise<Response | undefined>
      const document = await matchDocument()
      if (!document) return (await preloaded) ?? fetch(request)
      event.waitUntil(checkIfChanged(document.clone(), preloaded))
      return PATHS_WITH_TOKENS.has(url.pathname) ? withoutReferrer(document) : document
    },
  )
}

const PATHS_WITH_TOKENS: ReadonlySet<string> = new Set(Object.values(MAIL_LINK_PATHS))

/** Returns the document as the gateway serves it to the link of a mail: its requests do not name the address, which has a token. */
function withoutReferrer(document: Response): Response {
  const headers = new Headers(document.headers)
  headers.set('Referrer-Policy', 'no-referrer')
  return new Response(document.body, { headers })
}

async function checkIfChanged(document: Response, preloaded: Promise<Response | undefined>): Promise<void> {
  const response = await preloaded.catch(() => undefined) // offline
  if (response?.ok && (await response.text()) !== (await document.text())) await checkAndReport()
}

/** Paths that are no pages of the shell: calls, files, and what the gateway itself serves. */
const OTHER_PATHS =
  /^\/(api|media|socket\.io|internal|health|metrics|dev|embed|mf|js|css|assets|\.well-known)(\/|$)|^\/[^/]+\.(js|json|webmanifest|txt|xml|ico)$/

/** Returns true if the shell serves a path. A page may end with a username that has a dot. */
export const isPagePath = (path: string): boolean => !OTHER_PATHS.test(path)
