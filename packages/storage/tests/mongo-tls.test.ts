import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { expect, it } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { createTestCertificates, hasOpenssl } from '@meadow/testing/certificates'
import { onSharedMongo } from '@meadow/testing/mongo'
import { openMongo } from '../src/index.ts'

const engines = hasOpenssl() ? await onSharedMongo((url) => url) : { openssl: undefined }

describeOnEachEngine(engines, (getUrl) => {
  it('accepts a server with TLS of the given authority only', async () => {
    using certificates = createTestCertificates()
    const { cert, key } = certificates.server
    const target = new URL(getUrl())
    const proxy = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
      const forwarded = connect(Number(target.port), target.hostname)
      socket.pipe(forwarded).pipe(socket)
      for (const one of [socket, forwarded]) one.on('error', () => {})
    })
    proxy.on('tlsClientError', () => {})
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const withCa = (ca: string) => `mongodb://127.0.0.1:${port}/test?directConnection=true&tls=true&tlsCAFile=${ca}`
    try {
      await using mongo = await openMongo(withCa(certificates.ca))
      expect(await mongo.db.command({ ping: 1 })).toMatchObject({ ok: 1 })
      await expect(openMongo(withCa(certificates.otherCa))).rejects.toThrow(/certificate|issuer/)
    } finally {
      proxy.close()
    }
  })
})
