declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** The function that we use of http_ece: decrypts a push as a browser does (RFC 8291). */
  const ece: {
    decrypt(body: Buffer, options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }): Buffer
  }
  export default ece
}
