import { describe, expect, it } from '@jest/globals'
import { createHostSlots, type HostSlot, MAX_HOST_CONCURRENCY, MAX_SILENT_HOST_CONCURRENCY } from './host-slots.ts'

const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'

/** Takes slots for the endpoint until its host has no free one. */
function takeAll(slots: ReturnType<typeof createHostSlots>): HostSlot[] {
  const taken: HostSlot[] = []
  for (let slot = slots.take(endpoint); slot; slot = slots.take(endpoint)) taken.push(slot)
  return taken
}

describe('the slots of a push service', () => {
  it('leave slots for the others, and are free again after use', () => {
    const slots = createHostSlots()
    const taken = takeAll(slots)
    expect(taken).toHaveLength(MAX_HOST_CONCURRENCY)
    expect(slots.listFullHosts()).toEqual(['fcm.googleapis.com'])
    expect(slots.take('https://web.push.apple.com/abc')).toBeDefined()
    taken[0]?.[Symbol.dispose]()
    expect(slots.listFullHosts()).toEqual([])
    expect(takeAll(slots)).toHaveLength(1)
  })

  it('are fewer while its requests time out, until it responds again', () => {
    const slots = createHostSlots()
    const taken = takeAll(slots)
    taken[0]?.record(true)
    for (const slot of taken) slot[Symbol.dispose]()
    const probes = takeAll(slots)
    expect(probes).toHaveLength(MAX_SILENT_HOST_CONCURRENCY)
    probes[0]?.record(false)
    expect(takeAll(slots)).toHaveLength(MAX_HOST_CONCURRENCY - MAX_SILENT_HOST_CONCURRENCY)
  })

  it('are counted by host and port, and forgotten for idle hosts if there are too many', () => {
    const slots = createHostSlots()
    takeAll(slots)
    expect(slots.take('https://fcm.googleapis.com:8443/abc')).toBeDefined()
    for (let index = 0; index < 1_000; index += 1) {
      const slot = slots.take(`https://host-${index}.notify.windows.com/w`)
      slot?.record(true)
      slot?.[Symbol.dispose]()
    }
    expect(slots.listFullHosts()).toEqual(['fcm.googleapis.com'])
  })
})
