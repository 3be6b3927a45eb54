import http from 'node:http'
import https from 'node:https'
import { DomainError, isOutage } from '@meadow/service'
import { Client, type ClientOptions } from 'minio'
import { readS3Url } from './s3-address.ts'

export type S3Bucket = {
  client: Client
  bucket: string
  /** Asks the server; the bucket is there then, made where it was missing. @throws unavailable while it is away */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>
}

/** How long a server may say nothing, in milliseconds. */
const SILENCE_MS = 10_000

/** Opens the bucket of `url`. Nothing is asked yet, so the server may be away. */
export function openS3Bucket(url: string): S3Bucket {
  const { server, bucket } = readS3Url(url)
  const client = new Client({ ...server, transport: impatient(server), retryOptions: { disableRetry: true } })
  let made: Promise<void> | undefined

  /** Nobody but its owner may read a bucket unless somebody says so. */
  async function make(): Promise<void> {
    if (await client.bucketExists(bucket)) return
    await client.makeBucket(bucket, server.region).catch((error) => {
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error // another process was first
    })
  }

  return {
    client,
    bucket,
    async ask(question) {
      try {
        made ??= make()
        await made.catch((error) => {
          made = undefined
          throw error
        })
        return await question()
      } catch (error) {
        throw toOutage(error)
      }
    },
  }
}

/** Requests that give up on a silent server. */
function impatient({ useSSL }: ClientOptions): Pick<typeof http, 'request'> {
  const request = (options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) => {
    const sent = (useSSL ? https : http).request(options, onResponse)
    const giveUp = () => sent.destroy(Object.assign(new Error('The media store says nothing'), { code: 'ETIMEDOUT' }))
    return sent.setTimeout(SILENCE_MS, giveUp)
  }
  return { request: request as typeof http.request }
}

/** What the server calls what it refuses. */
export const codeOf = (error: unknown): unknown => Object(error).code

/** Answers that say how the server does, not what was wrong; the last has no code. */
const AWAY = new Set([
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'RequestTimeout',
  'XMinioServerNotInitialized',
])
const NO_CODE = /^Request failed after \d+ retries/

function toOutage(error: unknown): unknown {
  const isAway = isOutage(error) || AWAY.has(String(codeOf(error))) || NO_CODE.test(String(Object(error).message))
  return isAway ? new DomainError('unavailable', { cause: error }) : error
}
