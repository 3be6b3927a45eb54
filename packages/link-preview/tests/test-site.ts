import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site on this machine. `requests` are the paths that were asked for. */
export type TestSite = AsyncDisposable & { host: string; origin: string; requests: string[] }

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** Opens a site that answers by path. Without an answer for `/robots.txt` it has none. */
export async function openTestSite(answers: Record<string, Answer>): Promise<TestSite> {
  const requests: string[] = []
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const found = answers[path]
    if (found) found(response, request)
    else response.writeHead(404).end()
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    origin: `http://${host}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Answers with a page. */
export const sendPage =
  (html: string | Buffer, type = 'text/html; charset=utf-8', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'Content-Type': type, ...headers }).end(html)

/** Answers with a redirect. */
export const redirectTo =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { Location: location }).end()
