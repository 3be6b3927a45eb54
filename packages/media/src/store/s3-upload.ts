import type { Readable } from 'node:stream'
import type { S3Bucket } from './s3-bucket.ts'

/** The minimum size of a part of a multipart upload, except for the last. Uploads buffer one part at a time. */
export const MIN_PART_BYTES = 5 * 1024 * 1024

type Headers = Record<string, string>

/** Uploads a stream of any length atomically; uses a multipart upload when it is longer than one part. */
export async function uploadStream(s3: S3Bucket, path: string, content: Readable, headers: Headers): Promise<void> {
  const { client, bucket, request } = s3
  let upload: ReturnType<typeof createMultipartUpload> | undefined
  try {
    for await (const part of splitIntoParts(content, MIN_PART_BYTES)) {
      if (!upload && part.length < MIN_PART_BYTES) {
        await request(() => client.putObject(bucket, path, part, part.length, headers))
        return
      }
      upload ??= createMultipartUpload(s3, path, headers)
      await upload.add(part)
    }
    await upload?.complete()
  } catch (error) {
    await upload?.abort().catch(() => {}) // otherwise `removeIncompleteUploads` aborts it later
    throw error
  }
}

function createMultipartUpload({ client, bucket, request }: S3Bucket, path: string, headers: Headers) {
  const parts: { part: number; etag: string }[] = []
  let initiated: Promise<string> | undefined
  const initiate = () => {
    initiated ??= request(() => client.initiateNewMultipartUpload(bucket, path, headers))
    return initiated
  }
  return {
    async add(content: Buffer): Promise<void> {
      const options = {
        bucketName: bucket,
        objectName: path,
        uploadID: await initiate(),
        partNumber: parts.length + 1,
        headers: {},
      }
      const { etag, part } = await request(() => client.uploadPart(options, content))
      parts.push({ part, etag })
    },
    async complete(): Promise<void> {
      const uploadId = await initiate()
      await request(() => client.completeMultipartUpload(bucket, path, uploadId, parts))
    },
    async abort(): Promise<void> {
      const uploadId = await initiate()
      await request(() => client.abortMultipartUpload(bucket, path, uploadId))
    },
  }
}

/** Splits a stream into parts of `size` bytes and a shorter last part. Yields one empty part for an empty stream. */
async function* splitIntoParts(content: Readable, size: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  let hasYielded = false
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    while (bytes >= size) {
      const buffered = Buffer.concat(chunks)
      yield buffered.subarray(0, size)
      hasYielded = true
      chunks = [buffered.subarray(size)]
      bytes -= size
    }
  }
  if (bytes > 0 || !hasYielded) yield Buffer.concat(chunks)
}
