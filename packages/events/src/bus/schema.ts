// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type LogTable = {
  position: string
  topic: string
  event: unknown
  appended_at: Date
}

export type OffsetsTable = {
  consumers: string
  topic: string
  position: string
  missed_position: string | null
}

export type ReadersTable = {
  service: string
  topic: string
}
