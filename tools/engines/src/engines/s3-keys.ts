import type { ServerLocation } from '../engine.ts'

/** The credentials of the S3 servers, which are reachable from this machine only. */
export const S3_KEYS = { access: 'meadow', secret: 'meadow-secret' }

/** The services with pictures, each of which sees its own buckets only. versitygw has these users. */
export const S3_USERS = ['posts', 'chat'].map((service) => ({ access: service, secret: `${service}-secret` }))

const BUCKET = 'meadow'

/** Returns the URL of a bucket at a local port. */
export const toS3Url = (port: number, bucket = BUCKET, { access, secret } = S3_KEYS): string =>
  `s3://${access}:${secret}@127.0.0.1:${port}/${bucket}`

export const toS3Variables = ({ ports: [port = 0] }: ServerLocation): Record<string, string> => ({
  MEDIA_URL: toS3Url(port),
})

/** Returns whether a server authenticates requests. MinIO reports its health some time before. */
export async function isS3Ready({ ports: [port = 0] }: ServerLocation): Promise<boolean> {
  const { Client } = await import('minio') // loaded only if an S3 server starts
  const keys = { accessKey: S3_KEYS.access, secretKey: S3_KEYS.secret }
  const client = new Client({ ...keys, endPoint: '127.0.0.1', port, useSSL: false, region: 'us-east-1' })
  const presignedUrl = await client.presignedGetObject(BUCKET, 'anything')
  return fetch(presignedUrl, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status < 500,
    () => false,
  )
}
