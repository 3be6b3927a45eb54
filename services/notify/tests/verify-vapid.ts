import { createPublicKey, verify } from 'node:crypto'

/** Verifies a VAPID token (RFC 8292) with the key of the header. @throws Error if it is not valid at `at` */
export function verifyVapid(
  authorization: string | undefined,
  at: Date,
): { publicKey: string; claims: { aud: string; sub: string; exp: number } } {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const [header = '', payload = '', signature = ''] = token.split('.')
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  const signed = Buffer.from(`${header}.${payload}`)
  const isValid = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const claims: { aud: string; sub: string; exp: number } = parse(payload)
  if (!isValid || parse(header).alg !== 'ES256' || claims.exp * 1_000 <= at.getTime()) throw new Error('not valid')
  return { publicKey, claims }
}
