import type { Readable } from 'node:stream'
import type { S3Bucket } from './s3-bucket.ts'

/** The least that S3 takes as a part that is not the last; so much of a stream is held at a time. */
export const PART_BYTES = 5 * 1024 * 1024

type Headers = Record<string, string>

/** Puts a stream of any length: in parts, where it has more than one. It is there whole or not at all. */
export async function putStream(to: S3Bucket, path: string, content: Readable, headers: Headers): Promise<void> {
  const { client, bucket, ask } = to
  let upload: ReturnType<typeof inParts> | undefined
  try {
    for await (const part of cut(content, PART_BYTES)) {
      if (!upload && part.length < PART_BYTES) {
        await ask(() => client.putObject(bucket, path, part, part.length, headers))
        return
      }
      upload ??= inParts(to, path, headers)
      await upload.add(part)
    }
    await upload?.complete()
  } catch (error) {
    await upload?.abort().catch(() => {}) // else `tidy` does
    throw error
  }
}

function inParts({ client, bucket, ask }: S3Bucket, path: string, headers: Headers) {
  const parts: { part: number; etag: string }[] = []
  let begun: Promise<string> | undefined
  const id = () => {
    begun ??= ask(() => client.initiateNewMultipartUpload(bucket, path, headers))
    return begun
  }
  return {
    async add(content: Buffer): Promise<void> {
      const given = {
        bucketName: bucket,
        objectName: path,
        uploadID: await id(),
        partNumber: parts.length + 1,
        headers: {},
      }
      const { etag, part } = await ask(() => client.uploadPart(given, content))
      parts.push({ part, etag })
    },
    async complete(): Promise<void> {
      const uploadId = await id()
      await ask(() => client.completeMultipartUpload(bucket, path, uploadId, parts))
    },
    async abort(): Promise<void> {
      const uploadId = await id()
      await ask(() => client.abortMultipartUpload(bucket, path, uploadId))
    },
  }
}

/** The content in pieces of `size` bytes and one that is shorter, which may be empty only where all is. */
async function* cut(content: Readable, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  let isAnyThere = false
  for await (const chunk of content as AsyncIterable<Buffer>) {
    held.push(chunk)
    bytes += chunk.length
    while (bytes >= size) {
      const all = Buffer.concat(held)
      yield all.subarray(0, size)
      isAnyThere = true
      held = [all.subarray(size)]
      bytes -= size
    }
  }
  if (bytes > 0 || !isAnyThere) yield Buffer.concat(held)
}
