/** Stops PostgreSQL and the engines of setup-engines.mjs. */
export default async function end() {
  await globalThis.testEngineHost[Symbol.asyncDispose]()
  await globalThis.endTestPostgres()
}
