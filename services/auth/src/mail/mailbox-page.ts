import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLoopbackRequest } from '@meadow/service'
import { Router } from 'express'
import PostalMime, { type Email } from 'postal-mime'
import { escapeHtml } from './mail-blocks.ts'

const MAX_LISTED_MAILS = 50
const MAIL_FILE_PATTERN = /^[0-9a-f-]{36}\.eml$/

/** The page has no script, and loads nothing. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const STYLE = `
  :root { color-scheme: light dark }
  body { max-width: 760px; margin: 0 auto; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif }
  ol { padding: 0; list-style: none } li { padding-block: 12px; border-block-end: 1px solid color-mix(in srgb, currentcolor 20%, transparent) }
  li a { font-weight: 600 } small, .hint { opacity: 0.75 } p, pre { overflow-wrap: anywhere } pre { white-space: pre-wrap }
  iframe { width: 100%; height: 620px; border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); border-radius: 12px }`

/**
 * Creates the router of `/dev/mail`: the mails in a folder, the newest first. Only browsers of this machine get it, because links
 * in mails open accounts.
 */
export function createMailboxRouter(folder: string): Router {
  const router = Router()
  router.use('/dev/mail', (request, response, next) => {
    if (!isLoopbackRequest(request)) return next('router')
    response.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    next()
  })
  router.get('/dev/mail', async (_request, response) => {
    const names = await listMailFiles(folder)
    const mails = await Promise.all(names.map(async (name) => ({ name, mail: await readMail(join(folder, name)) })))
    const items = mails.map(
      ({ name, mail }) =>
        `<li><a href="/dev/mail/${name.replace(/\.eml$/, '')}">${escapeHtml(mail.subject ?? '')}</a><br>
<small>${escapeHtml(`${toRecipient(mail)} · ${mail.date ?? ''}`)}</small></li>`,
    )
    response.send(
      renderPage(
        'Mailbox',
        `<p class="hint">Every mail that this Meadow has written on this computer. Reload the page for new ones.</p>
${items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '<p>There is no mail yet.</p>'}
<p><a href="/">Back to Meadow</a></p>`,
      ),
    )
  })
  router.get('/dev/mail/:id', async (request, response, next) => {
    const name = `${request.params.id}.eml`
    if (!MAIL_FILE_PATTERN.test(name)) return next()
    const mail = await readMail(join(folder, name)).catch(() => undefined)
    if (!mail) return next()
    const html = (mail.html ?? '').replace('<head>', '<head><base target="_top">')
    response.send(
      renderPage(
        mail.subject ?? '',
        `<p><a href="/dev/mail">All mails</a></p>
<p>To ${escapeHtml(toRecipient(mail))}</p>
<iframe title="The mail" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(html)}"></iframe>
<h2>As plain text</h2>
<pre>${escapeHtml(mail.text ?? '')}</pre>`,
      ),
    )
  })
  return router
}

/** Lists the files of the newest mails: their names are ids, which sort by time. */
const listMailFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((name) => MAIL_FILE_PATTERN.test(name))
    .toSorted()
    .toReversed()
    .slice(0, MAX_LISTED_MAILS)

const readMail = async (file: string): Promise<Email> => PostalMime.parse(await readFile(file))

const toRecipient = ({ to = [] }: Email): string => to.map(({ address }) => address).join(', ')

const renderPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}</main></body>
</html>
`
