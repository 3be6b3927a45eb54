import type { QueryClient } from '@tanstack/react-query'
import type { OutboxKind } from '../page/outbox-kind.ts'

/** An action of the tests that sets a state, as a like does: the later one replaces or undoes the earlier one. */
export type SwitchData = { name: string; isOn: boolean }

export const switchKey = (name: string) => ['switches', name] as const
export const readSwitch = (cache: QueryClient, name: string): boolean =>
  cache.getQueryData<boolean>(switchKey(name)) ?? false

/** Creates the kind of action for tests. It uses the call of likes, because requests name real calls. */
export const createSwitchKind = (): OutboxKind<SwitchData> => ({
  name: 'switch',
  plan: ({ name, isOn }) => ({
    lane: `switch ${name}`,
    requests: [{ call: 'POST /posts/:id/like', params: { id: name }, body: { state: isOn } }],
    replaceKey: `switch ${name}`,
    description: name,
  }),
  isUndone: (earlier, later) => earlier.isOn !== later.isOn,
  show: (cache, { data: { name, isOn } }) => void cache.setQueryData(switchKey(name), isOn),
  hide: (cache, { data: { name, isOn } }) => void cache.setQueryData(switchKey(name), !isOn),
  settle: (cache, { data: { name, isOn } }) => void cache.setQueryData(switchKey(name), isOn),
  getSubject: ({ data: { name } }) => `switch ${name}`,
})
