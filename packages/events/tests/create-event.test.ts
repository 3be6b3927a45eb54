import { describe, expect, it } from '@jest/globals'
import { EventEnvelope, events } from '@meadow/contracts'
import { newId, withTrace } from '@meadow/service'
import { alice } from '@meadow/testing'
import { createEvent } from '../src/index.ts'
import { noon } from './fixtures.ts'

const envelope = { source: 'auth', subject: alice._id, id: newId(noon), time: noon }

describe('createEvent', () => {
  it('creates an event that matches the envelope and its contract', () => {
    const event = createEvent(events.memberErased, { ...envelope, data: { accountVersion: 3 } })
    expect(EventEnvelope.parse(event)).toEqual({
      specversion: '1.0',
      id: envelope.id,
      source: 'auth',
      type: 'member.erased',
      subject: alice._id,
      time: '2026-03-01T12:00:00.000Z',
      datacontenttype: 'application/json',
      dataschema: 'member.erased/1',
      data: { accountVersion: 3 },
    })
  })

  it('adds the trace context of the current request', () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const event = withTrace(`00-${trace}-00f067aa0ba902b7-01`, () =>
      createEvent(events.memberErased, { ...envelope, data: { accountVersion: 3 } }),
    )
    expect(event.traceparent).toContain(trace)
  })

  it('drops fields that its contract does not define', () => {
    const data = { accountVersion: 3, email: 'alice@example.org' }
    expect(createEvent(events.memberErased, { ...envelope, data }).data).toEqual({ accountVersion: 3 })
  })

  it('rejects data that breaks the contract', () => {
    expect(() => createEvent(events.memberErased, { ...envelope, data: { accountVersion: 0 } })).toThrow()
  })
})
