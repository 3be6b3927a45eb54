import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { createTestCertificates, hasOpenssl } from '@meadow/testing/certificates'
import { openMediaStore } from '../src/index.ts'

const withOpenssl = hasOpenssl() ? describe : describe.skip

const ping = async (url: string) => {
  await using store = await openMediaStore(url)
  await store.ping()
}

withOpenssl('an S3 server with TLS', () => {
  it('is trusted by its authority, and knows the client by its certificate', async () => {
    using certificates = createTestCertificates()
    const { ca, otherCa, client } = certificates
    const { cert, key } = certificates.server
    const files = { cert: readFileSync(cert), key: readFileSync(key), ca: readFileSync(ca) }
    const server = createServer({ ...files, requestCert: true }, (_request, response) => response.end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `s3://key:secret@127.0.0.1:${(server.address() as AddressInfo).port}/bucket?tls=on`
    try {
      const identity = `&cert=${client.cert}&key=${client.key}`
      await expect(ping(`${url}&ca=${ca}${identity}`)).resolves.toBeUndefined()
      await expect(ping(`${url}&ca=${otherCa}${identity}`)).rejects.toThrow()
      await expect(ping(`${url}${identity}`)).rejects.toThrow()
      await expect(ping(`${url}&ca=${ca}`)).rejects.toThrow()
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
