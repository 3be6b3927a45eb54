import { isLoopbackAddress, readTlsFiles } from '@meadow/service'
import type { ClientOptions } from 'minio'

export type S3Location = { server: ClientOptions; bucket: string; certificates?: ReturnType<typeof readTlsFiles> }

/**
 * Parses `s3://key:secret@host[:port]/bucket[?region=us-east-1][&tls=on][&ca=FILE][&cert=FILE&key=FILE]`. Without `tls` it
 * uses TLS, except for loopback hosts.
 * @throws Error when the bucket name or `tls` is invalid
 */
export function parseS3Url(url: string): S3Location {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const endPoint = hostname.replace(/^\[(.*)\]$/, '$1')
  const bucket = decodeURIComponent(pathname.slice(1))
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Error('The path of an S3 URL must be a bucket name')
  return {
    server: {
      endPoint,
      ...(port && { port: Number(port) }),
      useSSL: parseTls(searchParams.get('tls')) ?? !isLoopbackHost(endPoint),
      accessKey: decodeURIComponent(username),
      secretKey: decodeURIComponent(password),
      region: searchParams.get('region') ?? 'us-east-1',
    },
    bucket,
    certificates: readTlsFiles(searchParams),
  }
}

const TLS_BY_PARAMETER: Partial<Record<string, boolean>> = { on: true, true: true, off: false, false: false }

function parseTls(text: string | null): boolean | undefined {
  if (text === null) return undefined
  const tls = TLS_BY_PARAMETER[text]
  if (tls === undefined) throw new Error('The parameter tls of an S3 URL must be on or off')
  return tls
}

const isLoopbackHost = (host: string) => host === 'localhost' || isLoopbackAddress(host)
