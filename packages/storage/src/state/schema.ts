// Written from the migrations by `npm run schema`: do not edit. Each type is a row as `pg` returns it.

export type EntriesTable = {
  owner: string
  key: string
  value: string
  expires_at: Date
}

export type StateTable = {
  key: string
  value: string
  expires_at: Date
}
