import type { Place } from '../engine.ts'

/** Who may use the S3 servers of this machine, which nobody else reaches. */
export const S3_KEYS = { access: 'meadow', secret: 'meadow-secret' }

const BUCKET = 'meadow'

/** The address of a bucket at a port of this machine. */
export const s3Url = (port: number, bucket = BUCKET): string =>
  `s3://${S3_KEYS.access}:${S3_KEYS.secret}@127.0.0.1:${port}/${bucket}`

export const s3Variables = ({ ports: [port = 0] }: Place): Record<string, string> => ({ MEDIA_URL: s3Url(port) })

/** Does a server answer to the path by which it tells that it is well? */
export const isWell = ({ ports: [port] }: Place, path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
