import http from 'node:http'
import https from 'node:https'
import { DomainError, isOutage } from '@meadow/service'
import { Client, type ClientOptions } from 'minio'
import { parseS3Url } from './s3-url.ts'

export type S3Bucket = {
  client: Client
  bucket: string
  /** Sends a request after creating the bucket if it is missing. @throws unavailable during an outage of the server */
  request<Response>(send: () => Promise<Response>): Promise<Response>
}

/** A request fails when its connection has been idle for this time. */
const IDLE_TIMEOUT_MS = 10_000

/** Creates a client for the bucket of `url`. Connects with the first request. */
export function createS3Bucket(url: string): S3Bucket {
  const { server, bucket, certificates } = parseS3Url(url)
  const client = new Client({
    ...server,
    transport: createTransportWithTimeout(server),
    ...(certificates && { transportAgent: new https.Agent({ ...https.globalAgent.options, ...certificates }) }),
    retryOptions: { disableRetry: true },
  })
  let created: Promise<void> | undefined

  /** Creates the bucket if it is missing. Buckets are private by default. */
  async function createIfMissing(): Promise<void> {
    if (await client.bucketExists(bucket)) return
    await client.makeBucket(bucket, server.region).catch(async (error) => {
      // another process created it meanwhile: versitygw may respond with 500 to one of the two
      if (readS3ErrorCode(error) !== 'BucketAlreadyOwnedByYou' && !(await client.bucketExists(bucket))) throw error
    })
  }

  return {
    client,
    bucket,
    async request(send) {
      try {
        created ??= createIfMissing()
        await created.catch((error) => {
          created = undefined
          throw error
        })
        return await send()
      } catch (error) {
        throw toUnavailable(error)
      }
    },
  }
}

/** Creates a transport whose requests fail after `IDLE_TIMEOUT_MS` without data. */
function createTransportWithTimeout({ useSSL }: ClientOptions): Pick<typeof http, 'request'> {
  const request = (options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) => {
    const sent = (useSSL ? https : http).request(options, onResponse)
    const fail = () => sent.destroy(Object.assign(new Error('The media store does not respond'), { code: 'ETIMEDOUT' }))
    return sent.setTimeout(IDLE_TIMEOUT_MS, fail)
  }
  return { request: request as typeof http.request }
}

/** Returns the error code of an S3 response, such as `NoSuchKey`. */
export const readS3ErrorCode = (error: unknown): unknown => Object(error).code

/** Error codes that mean an outage of the server, not an invalid request. Some outages have only a message. */
const OUTAGE_CODES = new Set([
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'RequestTimeout',
  'XMinioServerNotInitialized',
])
const OUTAGE_MESSAGE = /^Request failed after \d+ retries/

function toUnavailable(error: unknown): unknown {
  const isUnavailable =
    isOutage(error) ||
    OUTAGE_CODES.has(String(readS3ErrorCode(error))) ||
    OUTAGE_MESSAGE.test(String(Object(error).message))
  return isUnavailable ? new DomainError('unavailable', { cause: error }) : error
}
