/** Ends what postgres.mjs began. */
export default function endPostgres() {
  return globalThis.endTestPostgres()
}
