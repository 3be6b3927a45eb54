import { MAIL_LINK_PATHS } from '@meadow/contracts/limits'
import type { RequestHandler } from 'express'
import { readOrigin } from '../request-host.ts'
import { isReadRequest } from '../request-method.ts'

/** The pages that show nothing to those who are not signed in, those that links of mails open, and copies of pages for other sites. */
const PATHS_WITHOUT_CONTENT = [
  '/alert',
  '/chat/',
  '/dev/',
  '/embed/',
  '/inbox',
  '/moderation',
  '/oauth/',
  '/settings',
  ...Object.values(MAIL_LINK_PATHS),
]

/** Creates the handler of `/robots.txt` (RFC 9309). Calls are allowed: a crawler that runs scripts needs them to show a page. */
export function createRobotsRoute(): RequestHandler {
  const rules = ['User-agent: *', ...PATHS_WITHOUT_CONTENT.map((path) => `Disallow: ${path}`)].join('\n')
  return (request, response, next) => {
    if (request.path !== '/robots.txt' || !isReadRequest(request)) return next()
    const sitemap = `Sitemap: ${readOrigin(request)}/sitemap.xml`
    response.set('Cache-Control', 'no-cache').type('text/plain').send(`${rules}\n\n${sitemap}\n`)
  }
}
