import { useRef } from 'react'

/**
 * Names attempts to create something, for the `key` of a call: `keyFor` gives the same key while the content is the same,
 * so that sending it again after a lost answer creates nothing twice. After a success `renew` it: the same words again
 * are something new.
 */
export function useClientKey() {
  const last = useRef<{ content: string; key: string }>(undefined)
  return {
    getKey(content: unknown): string {
      const written = JSON.stringify(content)
      if (last.current?.content !== written) last.current = { content: written, key: createClientKey() }
      return last.current.key
    },
    renew(): void {
      last.current = undefined
    },
  }
}

/** 128 random bits. Not `randomUUID`, which browsers lack where a page came over plain http. */
const createClientKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
