import { useRef } from 'react'
import { createUuid } from './create-uuid.ts'

/**
 * Creates client keys for calls that create something. `getKey` returns the same key while the content is the same, so that
 * a repeat after a lost response creates nothing twice. Call `renew` after a success: the same content is new then.
 */
export function useClientKey() {
  const last = useRef<{ content: string; key: string }>(undefined)
  return {
    getKey(content: unknown): string {
      const serialized = JSON.stringify(content)
      if (last.current?.content !== serialized) last.current = { content: serialized, key: createUuid() }
      return last.current.key
    },
    renew(): void {
      last.current = undefined
    },
  }
}
