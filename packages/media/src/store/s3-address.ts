import { BlockList, isIP } from 'node:net'
import type { ClientOptions } from 'minio'

export type S3Address = { server: ClientOptions; bucket: string }

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Reads `s3://key:secret@host[:port]/bucket[?region=us-east-1][&tls=on]`. Without `tls` it is by TLS, except to this
 * machine.
 */
export function readS3Url(url: string): S3Address {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const endPoint = hostname.replace(/^\[(.*)\]$/, '$1')
  const bucket = decodeURIComponent(pathname.slice(1))
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error('The path of the address of media is a bucket')
  return {
    server: {
      endPoint,
      ...(port && { port: Number(port) }),
      useSSL: readTls(searchParams.get('tls')) ?? !isHere(endPoint),
      accessKey: decodeURIComponent(username),
      secretKey: decodeURIComponent(password),
      region: searchParams.get('region') ?? 'us-east-1',
    },
    bucket,
  }
}

const TLS: Partial<Record<string, boolean>> = { on: true, true: true, off: false, false: false }

function readTls(text: string | null): boolean | undefined {
  if (text === null) return undefined
  const tls = TLS[text]
  if (tls === undefined) throw new Error('tls of the address of media is on or off')
  return tls
}

const isHere = (host: string) =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))
