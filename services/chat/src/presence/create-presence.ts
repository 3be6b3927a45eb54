import { createPresences } from '@meadow/members'
import type { Background, Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { Hint, Tell } from '../hints/hint.ts'
import type { Here } from './here.ts'
import type { Partners } from './partners.ts'
import type { Presences } from './presences.ts'
import { tellLost } from './tell-lost.ts'
import { createPresenceTelling } from './tell-presence.ts'
import { type PresencePace, trackPresence } from './track-presence.ts'

export type PresenceParts = {
  state: Pick<SharedState, 'get' | 'getMany' | 'replace'>
  partners: Partners
  /** How fast it goes; as it should unless tests hurry. */
  presencePace?: PresencePace
  log: Logger
  now: () => Date
}

type Sockets = { tell: Tell; deliver: (hint: Hint) => Promise<void> }

/** Who is here: what is asked, what sockets say, and the work behind both. */
export function createPresence(
  parts: PresenceParts,
  sockets: Sockets,
): { presences: Presences; here: Here; background: Background[] } {
  const presences = createPresences(parts)
  const telling = createPresenceTelling({ ...parts, presences, tell: sockets.tell })
  const tracking = trackPresence({
    ...parts,
    changed: telling.changed,
    onLost: tellLost({ ...parts, deliver: sockets.deliver }),
    ...(parts.presencePace && { pace: parts.presencePace }),
  })
  return { presences, here: tracking, background: [telling, tracking] }
}
