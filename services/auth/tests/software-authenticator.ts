import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest()

type Ceremony = { isVerified?: boolean; origin?: string; rpId?: string; challenge?: string; counter?: number }

/** Creates a passkey in memory that answers as browsers do. Its signatures are real; `Ceremony` makes it lie. */
export function createSoftwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let signatureCount = 0

  function toAnswer(
    type: string,
    options: { challenge: string },
    { isVerified = true, origin = 'http://localhost:5000', rpId = 'localhost', challenge, counter }: Ceremony,
    credential = Buffer.alloc(0),
  ) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? signatureCount)
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0)
    return {
      authenticatorData: Buffer.concat([hash(rpId), Buffer.from([flags]), count, credential]),
      clientData: Buffer.from(
        JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin: false }),
      ),
    }
  }

  return {
    id,
    /** Makes the passkey, as `navigator.credentials.create` does. */
    create(options: { challenge: string }, ceremony: Ceremony = {}) {
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), idLength, credentialId, isoCBOR.encode(key)])
      const { authenticatorData, clientData } = toAnswer('webauthn.create', options, ceremony, credential)
      const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authenticatorData)],
      ])
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', response }
    },
    /** Signs, as `navigator.credentials.get` does. */
    sign(options: { challenge: string }, ceremony: Ceremony = {}) {
      signatureCount++
      const { authenticatorData, clientData } = toAnswer('webauthn.get', options, ceremony)
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash(clientData)]), privateKey)
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { id, rawId: id, type: 'public-key', response }
    },
  }
}
