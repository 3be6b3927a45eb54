export { anOutboxEntry } from './an-outbox-entry.ts'
export { createNoteKind, type NoteData } from './note-kind.ts'
