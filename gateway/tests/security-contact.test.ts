import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const PATH = '/.well-known/security.txt'
const now = () => new Date('2026-03-02T12:00:00Z')

describe('security.txt', () => {
  it('has the contact, the policy, and an expiry within a year', async () => {
    const securityContact = { contact: 'mailto:security@meadow.example', policy: 'https://meadow.example/security' }
    const publicUrl = 'https://meadow.example'
    await using edge = await startGateway({ securityContact, publicUrl, now })
    const { status, headers, body } = await edge.request(PATH, { headers: { Host: 'meadow.example' } })
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' })
    expect(body).toBe(
      [
        'Contact: mailto:security@meadow.example',
        'Expires: 2026-08-29T12:00:00.000Z',
        'Policy: https://meadow.example/security',
        'Canonical: https://meadow.example/.well-known/security.txt',
        '',
      ].join('\n'),
    )
  })

  it('has only what is configured', async () => {
    await using edge = await startGateway({ securityContact: { contact: 'https://a.example', policy: undefined }, now })
    const { body } = await edge.request(PATH)
    expect(body).toBe('Contact: https://a.example\nExpires: 2026-08-29T12:00:00.000Z\n')
  })

  it('does not exist without a contact', async () => {
    await using edge = await startGateway()
    expect(await edge.request(PATH)).toMatchObject({ status: 404 })
    expect(edge.received).toEqual([])
  })
})
