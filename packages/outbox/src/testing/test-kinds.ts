import type { QueryClient } from '@tanstack/react-query'
import type { OutboxKind } from '../page/outbox-kind.ts'
import type { OutboxEntry, OutboxRequest } from '../store/outbox-entry.ts'

/** An action of the tests: it adds a note to the list of one subject. */
export type NoteData = {
  subject: string
  text: string
  /** Makes a later note with the same key replace this one. */
  replaceKey?: string
  /** The entry to whose note this one belongs. */
  parentId?: string
  files?: readonly Blob[]
  /** The time for which it can be taken back. */
  holdMs?: number
  /** The note is sent after a request of this name, as after an upload. */
  before?: string
}
type Note = { id: string; text: string; isWaiting?: boolean }

export const notesKey = (subject: string) => ['notes', subject] as const
export const readNotes = (cache: QueryClient, subject: string): Note[] =>
  cache.getQueryData<Note[]>(notesKey(subject)) ?? []

const changeNotes = (cache: QueryClient, { data }: OutboxEntry<NoteData>, change: (notes: Note[]) => Note[]) =>
  void cache.setQueryData<Note[]>(notesKey(data.subject), (notes = []) => change(notes))

/** Creates the kind of action for tests. It uses the calls of messages, because requests name real calls. */
export const createNoteKind = (fields: Partial<OutboxKind<NoteData>> = {}): OutboxKind<NoteData> => ({
  name: 'note',
  plan: ({ subject, text, replaceKey, parentId, files, holdMs, before }, id) => ({
    lane: `notes ${subject}`,
    requests: [...(before ? [toNoteRequest(before, before)] : []), toNoteRequest(id, text, parentId)],
    ...(replaceKey && { replaceKey }),
    ...(files && { files }),
    ...(holdMs !== undefined && { holdMs }),
    description: text,
  }),
  show: (cache, entry) =>
    changeNotes(cache, entry, (notes) => [
      ...notes.filter(({ id }) => id !== entry.id),
      { id: entry.id, text: entry.data.text, isWaiting: true },
    ]),
  hide: (cache, entry) => changeNotes(cache, entry, (notes) => notes.filter(({ id }) => id !== entry.id)),
  settle: (cache, entry) =>
    changeNotes(cache, entry, (notes) => [
      ...notes.filter(({ id }) => id !== entry.id),
      { id: entry.id, text: entry.data.text },
    ]),
  getSubject: ({ id }) => `note ${id}`,
  ...fields,
})

const toNoteRequest = (id: string, text: string, parentId?: string): OutboxRequest => ({
  call: 'POST /messages',
  key: id,
  body: {
    clientMessageId: id,
    content: text,
    ...(parentId && { replyTo: { fromEntry: parentId, path: 'message._id' } }),
  },
})

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

/** Builds an entry that waits, as the outbox stores it. */
export const anOutboxEntry = (fields: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'e1',
  memberId: 'ann',
  kind: 'like',
  lane: 'post p1',
  order: 1,
  createdAt: '2026-05-01T12:00:00.000Z',
  queuedAtMs: 0,
  requests: [],
  responses: [],
  dependsOn: [],
  files: [],
  data: {},
  description: 'Like of a post',
  attempts: 0,
  refusal: null,
  ...fields,
})
