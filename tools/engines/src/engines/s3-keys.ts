import type { Place } from '../engine.ts'

/** Who may use the S3 servers of this machine, which nobody else reaches. */
export const S3_KEYS = { access: 'meadow', secret: 'meadow-secret' }

const BUCKET = 'meadow'

/** The address of a bucket at a port of this machine. */
export const s3Url = (port: number, bucket = BUCKET): string =>
  `s3://${S3_KEYS.access}:${S3_KEYS.secret}@127.0.0.1:${port}/${bucket}`

export const s3Variables = ({ ports: [port = 0] }: Place): Record<string, string> => ({ MEDIA_URL: s3Url(port) })

/** Does a server know who calls? MinIO says that it is well some time before. */
export async function takesCalls({ ports: [port = 0] }: Place): Promise<boolean> {
  const { Client } = await import('minio') // only who waits for an S3 server loads its client
  const keys = { accessKey: S3_KEYS.access, secretKey: S3_KEYS.secret }
  const client = new Client({ ...keys, endPoint: '127.0.0.1', port, useSSL: false, region: 'us-east-1' })
  const signed = await client.presignedGetObject(BUCKET, 'anything')
  return fetch(signed, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status < 500,
    () => false,
  )
}
