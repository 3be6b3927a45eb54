import { DomainError, type Logger } from '@meadow/service'
import type { RequestHandler } from 'express'
import { readOrigin } from '../request-host.ts'
import { isReadRequest } from '../request-method.ts'
import { EMBED_HEADERS, EmbeddedPost, toEmbedPage, toMissingEmbedPage } from './embed-page.ts'
import { type GuestReaderDeps, readAsGuestOf } from './guest-reader.ts'

const EMBED_PATH = '/embed/post'
const PATH_PATTERN = /^\/embed\/post\/([\w-]+)$/

/** Creates the handler of `/embed/post/:id`, the page of a post that other sites show in a frame. It has what a guest may see. */
export function createEmbedHandler({ log, ...deps }: GuestReaderDeps & { log: Logger }): RequestHandler {
  return async (request, response, next) => {
    const id = isReadRequest(request) && PATH_PATTERN.exec(request.path)?.[1]
    if (!id) return next()
    response.locals['route'] = EMBED_PATH
    const readPost = async () => {
      const { statusCode, text } = await readAsGuestOf(request, deps)({ upstream: 'posts' }, `/posts/${id}`)
      if (statusCode >= 500) throw new Error(`The posts service responded with ${statusCode}`)
      return statusCode === 200 ? EmbeddedPost.safeParse(JSON.parse(text)).data : undefined
    }
    const reading = await readPost().then(
      (post) => ({ post }),
      (error) => ({ error }),
    )
    if ('error' in reading) {
      log.info({ err: reading.error }, 'a post is not shown in a frame')
      return next(new DomainError('unavailable'))
    }
    const origin = readOrigin(request)
    response.removeHeader('X-Frame-Options')
    response
      .set(EMBED_HEADERS)
      .status(reading.post ? 200 : 404)
      .type('html')
    response.send(reading.post ? toEmbedPage(reading.post, origin) : toMissingEmbedPage(origin))
  }
}
