import { readFileSync } from 'node:fs'

/** The certificates of a TLS connection in PEM. Those that are missing are the system's, or none. */
export type TlsFiles = { ca?: string; cert?: string; key?: string }

/**
 * Reads the files that the parameters of an engine's URL name: `ca`, the authority to trust instead of the system's, and
 * `cert` with `key`, by which the client identifies itself. Returns undefined if there are none.
 * @throws Error if a file cannot be read, or if one of `cert` and `key` is missing
 */
export function readTlsFiles(parameters: URLSearchParams): TlsFiles | undefined {
  const [ca, cert, key] = ['ca', 'cert', 'key'].map((name) => parameters.get(name))
  if (Boolean(cert) !== Boolean(key)) throw new Error('The parameters cert and key belong together')
  if (!ca && !cert) return undefined
  const read = (file: string) => readFileSync(file, 'utf8')
  return { ...(ca && { ca: read(ca) }), ...(cert && key && { cert: read(cert), key: read(key) }) }
}
