import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files of PEM: two authorities, and certificates of the first for a server on 127.0.0.1 and for a client. */
export type TestCertificates = Disposable & {
  ca: string
  otherCa: string
  server: { cert: string; key: string }
  client: { cert: string; key: string }
}

/** False if this machine cannot create certificates. */
export const hasOpenssl = (): boolean => spawnSync('openssl', ['version']).status === 0

/** Creates authorities and certificates in a temporary folder, with openssl. */
export function createTestCertificates(): TestCertificates {
  const dir = mkdtempSync(join(tmpdir(), 'meadow-certificates-'))
  chmodSync(dir, 0o711) // a server may run as another user
  const file = (name: string) => join(dir, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const createAuthority = (name: string) => {
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    )
    return file(`${name}.pem`)
  }
  const createCertificate = (name: string) => {
    openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...authority,
      '-days',
      '2',
      '-extfile',
      'names',
      '-out',
      `${name}.pem`,
    )
    return { cert: file(`${name}.pem`), key: file(`${name}.key`) }
  }
  writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n')
  const [ca, otherCa] = [createAuthority('ca'), createAuthority('other')]
  const [server, client] = [createCertificate('server'), createCertificate('client')]
  return { ca, otherCa, server, client, [Symbol.dispose]: () => rmSync(dir, { recursive: true }) }
}
