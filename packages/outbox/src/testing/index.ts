export { anOutboxEntry, createNoteKind, type NoteData } from './test-kinds.ts'
