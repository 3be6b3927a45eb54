import { isIP, isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

const WILDCARD_ADDRESSES = ['0.0.0.0', '::']
const LOCALHOST_ADDRESSES = ['127.0.0.1', '::1']
const LINK_LOCAL_PREFIX = 'fe80:'

/** Returns true if only this machine can reach an IP address. */
const isLoopbackAddress = (host: string): boolean => host.startsWith('127.') || host === '::1'

/** Returns true for an IP address, such as `0.0.0.0`. `npm start` accepts no names as `--host`. */
export const isListenAddress = (host: string): boolean => isIP(host) !== 0

/** Returns the URL by which a browser on this machine reaches a port that listens on `host`. */
export const toLocalUrl = (host: string, port: number): string =>
  [...LOCALHOST_ADDRESSES, ...WILDCARD_ADDRESSES].includes(host) ? `http://localhost:${port}` : toUrl(host, port)

/** Returns the URL for the health check of a port that listens on `host`. It has an address, which needs no name resolution. */
export const toHealthCheckUrl = (host: string, port: number): string =>
  toUrl(WILDCARD_ADDRESSES.includes(host) ? '127.0.0.1' : host, port)

/** Lists the URLs by which other machines reach a port that listens on `host`; none for a loopback address. */
export function listNetworkUrls(
  host: string,
  port: number,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): string[] {
  if (isLoopbackAddress(host)) return []
  if (!WILDCARD_ADDRESSES.includes(host)) return [toUrl(host, port)]
  return Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(
      ({ internal, address, family }) =>
        !internal && !address.startsWith(LINK_LOCAL_PREFIX) && (host === '::' || family === 'IPv4'),
    )
    .map(({ address }) => toUrl(address, port))
}

const toUrl = (host: string, port: number) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
