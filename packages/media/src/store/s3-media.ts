import { Readable } from 'node:stream'
import type { Media, StoredMedia } from './media.ts'
import { checkType, typeOf } from './paths.ts'
import { codeOf, openS3Bucket, type S3Bucket } from './s3-bucket.ts'
import { putStream } from './s3-upload.ts'

/** Media as objects of a private bucket, which the `s3:` URL names. Whoever reads them asks us. */
export async function openS3Media(url: string): Promise<Media> {
  const opened = openS3Bucket(url)
  const { client, bucket, ask } = opened

  return {
    async put(path, content, type) {
      checkType(path, type)
      const headers = { 'Content-Type': type }
      if (!Buffer.isBuffer(content)) return putStream(opened, path, content, headers)
      await ask(() => client.putObject(bucket, path, content, content.length, headers))
    },

    async open(path) {
      const type = typeOf(path)
      const found = await ask(() => client.statObject(bucket, path)).catch(unlessMissing)
      return found && toStored(opened, path, { type, size: found.size })
    },

    async remove(path) {
      typeOf(path)
      await ask(() => client.removeObject(bucket, path))
    },

    tidy: (before) => tidy(opened, before),

    async ping() {
      if (!(await ask(() => client.bucketExists(bucket)))) throw new Error(`The bucket ${bucket} is gone`)
    },
    async [Symbol.asyncDispose]() {},
  }
}

function toStored({ client, bucket, ask }: S3Bucket, path: string, { type, size }: { type: string; size: number }) {
  let reading: Readable | undefined

  async function* bytesFrom(start: number, length: number): AsyncGenerator<Buffer> {
    if (length > 0) yield* await ask(() => client.getPartialObject(bucket, path, start, length))
  }

  const stored: StoredMedia = {
    type,
    size,
    read({ start, end } = { start: 0, end: size - 1 }) {
      reading = Readable.from(bytesFrom(start, end - start + 1), { objectMode: false })
      return reading
    },
    async [Symbol.asyncDispose]() {
      reading?.destroy()
    },
  }
  return stored
}

/** Removes the parts of uploads that began before `before` and never ended. */
async function tidy({ client, bucket, ask }: S3Bucket, before: Date): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const marker: string = after
    const page = await ask(() => client.listIncompleteUploadsQuery(bucket, '', marker, '', ''))
    for (const { key, uploadId, initiated } of page.uploads) {
      if (initiated < before) await ask(() => client.abortMultipartUpload(bucket, key, uploadId)).catch(unlessMissing)
    }
    after = page.isTruncated ? page.nextKeyMarker : undefined
  }
}

const MISSING = new Set<unknown>(['NotFound', 'NoSuchKey', 'NoSuchUpload'])

function unlessMissing(error: unknown): undefined {
  if (!MISSING.has(codeOf(error))) throw error
}
