import { Readable } from 'node:stream'
import { assertMediaType, toMediaType } from './media-path.ts'
import type { MediaFile, MediaStore } from './media-store.ts'
import { createS3Bucket, readS3ErrorCode, type S3Bucket } from './s3-bucket.ts'
import { uploadStream } from './s3-upload.ts'

/** Opens a media store in the private bucket of an `s3:` URL. */
export async function openS3MediaStore(url: string): Promise<MediaStore> {
  const s3 = createS3Bucket(url)
  const { client, bucket, request } = s3

  return {
    async put(path, content, type) {
      assertMediaType(path, type)
      const headers = { 'Content-Type': type }
      if (!Buffer.isBuffer(content)) return uploadStream(s3, path, content, headers)
      await request(() => client.putObject(bucket, path, content, content.length, headers))
    },

    async open(path) {
      const type = toMediaType(path)
      const stat = await request(() => client.statObject(bucket, path)).catch(ignoreMissing)
      return stat && toMediaFile(s3, path, { type, size: stat.size })
    },

    async remove(path) {
      toMediaType(path)
      await request(() => client.removeObject(bucket, path))
    },

    removeIncompleteUploads: (before) => abortIncompleteUploads(s3, before),

    async ping() {
      if (!(await request(() => client.bucketExists(bucket)))) throw new Error(`The bucket ${bucket} does not exist`)
    },
    async [Symbol.asyncDispose]() {},
  }
}

function toMediaFile(
  { client, bucket, request }: S3Bucket,
  path: string,
  { type, size }: { type: string; size: number },
) {
  let stream: Readable | undefined

  async function* readBytes(start: number, length: number): AsyncGenerator<Buffer> {
    if (length > 0) yield* await request(() => client.getPartialObject(bucket, path, start, length))
  }

  const file: MediaFile = {
    type,
    size,
    read({ start, end } = { start: 0, end: size - 1 }) {
      stream = Readable.from(readBytes(start, end - start + 1), { objectMode: false })
      return stream
    },
    async [Symbol.asyncDispose]() {
      stream?.destroy()
    },
  }
  return file
}

/** Aborts multipart uploads that began before `before`, which removes their parts. */
async function abortIncompleteUploads({ client, bucket, request }: S3Bucket, before: Date): Promise<void> {
  for (let nextMarker: string | undefined = ''; nextMarker !== undefined; ) {
    const marker: string = nextMarker
    const page = await request(() => client.listIncompleteUploadsQuery(bucket, '', marker, '', ''))
    for (const { key, uploadId, initiated } of page.uploads) {
      if (initiated < before)
        await request(() => client.abortMultipartUpload(bucket, key, uploadId)).catch(ignoreMissing)
    }
    nextMarker = page.isTruncated ? page.nextKeyMarker : undefined
  }
}

const MISSING_CODES = new Set<unknown>(['NotFound', 'NoSuchKey', 'NoSuchUpload'])

function ignoreMissing(error: unknown): undefined {
  if (!MISSING_CODES.has(readS3ErrorCode(error))) throw error
}
