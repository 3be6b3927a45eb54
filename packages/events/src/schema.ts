// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type ClientKeysTable = {
  member_id: string
  call: string
  key: string
  fingerprint: string
  made_id: string
  taken_at: Date
}

export type ConsumerFailuresTable = {
  consumer: string
  type: string
  failed_at: Date[]
}

export type InboxTable = {
  consumer: string
  id: string
  taken_at: Date
  type: string | null
}

export type OutboxTable = {
  position: string
  id: string
  event: unknown
  topic: string | null
  key: string | null
}
